/** The results of `test` blocks: each execution is one (spec 01 §9). */

import type { SenseError, SiteId } from '../values/sense-error.ts'

export interface TestResult {
  readonly title: string
  readonly site: SiteId
  /** The error that ended the block; undefined if the test passed. */
  readonly failure: SenseError | undefined
}

/** A test that is running. */
export interface RunningTest {
  readonly title: string
  readonly site: SiteId
  failure: SenseError | undefined
}

export class TestLog {
  readonly #results: TestResult[] = []
  readonly #isWanted: (title: string) => boolean

  /** `isWanted`: whether a test of that name is run at all. */
  constructor(isWanted: (title: string) => boolean = () => true) {
    this.#isWanted = isWanted
  }

  /** In the order in which the tests ended. */
  get results(): readonly TestResult[] {
    return this.#results
  }

  /** The test that begins; undefined if it is not wanted, then its block is passed over. */
  start(site: SiteId, title: string): RunningTest | undefined {
    if (!this.#isWanted(title)) return undefined
    return { title, site, failure: undefined }
  }

  end(test: RunningTest): void {
    this.#results.push({ ...test })
  }
}
