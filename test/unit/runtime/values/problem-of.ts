import { SenseError } from '../../../../src/runtime/values/sense-error.ts'

/** The code of the error that `run` raises, checked to be one of ours; "none" if it raises none. */
export function codeOf(run: () => unknown): string {
  return problemOf(run)?.code ?? 'none'
}

/** The site of the error that `run` raises. */
export function siteOf(run: () => unknown): number | undefined {
  return errorOf(run)?.site
}

/** The problem of the error that `run` raises. */
export function problemOf(run: () => unknown): SenseError['problem'] | undefined {
  return errorOf(run)?.problem
}

/** Any other error goes on. */
function errorOf(run: () => unknown): SenseError | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof SenseError) return error
    throw error
  }
  return undefined
}
