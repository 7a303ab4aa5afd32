/** What the command line and the environment say of how a run is watched, and of the model that it is given. */

import type { ShowConsentPage } from '../adapters/mcp/oauth/sign-in.ts'
import type { ServerTap } from '../adapters/mcp/tool-servers.ts'
import { nodeClock } from '../adapters/node/clock.ts'
import { errorColumns, isErrorTerminal } from '../adapters/node/console.ts'
import { environmentVariables, nodeEnvironment } from '../adapters/node/environment.ts'
import { createSecrets } from '../adapters/node/secrets.ts'
import { ChosenModel } from '../runtime/models/model-choice.ts'
import type { ActivityPort } from '../runtime/ports/activity.ts'
import type { SecretsPort } from '../runtime/ports/secrets.ts'
import type { RunSettings } from './arguments.ts'
import type { CommandContext } from './command-context.ts'
import { consentPageOnTerminal } from './consent-page.ts'
import { openMcpLog } from './mcp-log.ts'
import { modelChoiceOf, modelChoiceProblem } from '../engine/model-choice.ts'
import { createProgressLine, joinedActivity } from './progress-line.ts'
import { usageText } from './report.ts'
import { createTrace } from './trace.ts'

export interface WatchedRun {
  readonly secrets: SecretsPort
  readonly activity: ActivityPort | undefined
  readonly tap: ServerTap | undefined
  /** Undefined where nobody sits at a terminal. */
  readonly showConsentPage: ShowConsentPage | undefined
  /** The model for what delegates none. */
  readonly delegation: ChosenModel | undefined
}

/** Reports what is wrong with the settings; then there is nothing to run. */
export function watchedRun(settings: RunSettings, context: CommandContext): WatchedRun | undefined {
  const secrets = createSecrets(environmentVariables())
  const { model, mcpLogPath } = settings
  // An empty word in the environment is none.
  const words = nodeEnvironment.get('SENSE_MODEL') ?? ''
  const isOutside = model === undefined && words !== ''
  const problem = isOutside ? modelChoiceProblem('SENSE_MODEL', words) : undefined
  if (problem !== undefined) {
    context.console.writeReport(usageText(problem, context.format))
    return undefined
  }
  const log = mcpLogPath === undefined ? undefined : openMcpLog(mcpLogPath, secrets)
  if (log?.kind === 'failed') {
    context.console.writeReport(usageText(log.problem, context.format))
    return undefined
  }
  const choice = isOutside ? modelChoiceOf(words) : model
  const delegation = choice === undefined ? undefined : new ChosenModel(choice)
  return {
    secrets,
    activity: activityOf(context, settings, secrets),
    tap: log?.tap,
    showConsentPage: consentPageOnTerminal(context.console),
    delegation,
  }
}

/** Of a terminal that does not say. */
const usualColumns = 80

/** Who is told of what the run waits for: the trace, and whoever sits at the terminal. */
function activityOf(
  { console, format }: CommandContext,
  settings: RunSettings,
  secrets: SecretsPort,
): ActivityPort | undefined {
  const write = (text: string): void => {
    console.writeReport(text)
  }
  const show = (text: string): void => {
    console.showStatus(text)
  }
  const isWatched = format === 'terminal' && isErrorTerminal() && nodeEnvironment.get('TERM') !== 'dumb'
  return joinedActivity([
    ...(settings.isTraced ? [createTrace({ write, format, secrets, now: () => performance.now() })] : []),
    ...(isWatched
      ? [createProgressLine({ show, clock: nodeClock, columns: () => errorColumns() ?? usualColumns })]
      : []),
  ])
}
