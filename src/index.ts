/**
 * The public library of Sense: run programs from TypeScript or JavaScript, and give them tools, builtins and models.
 *
 *     import { defineTool, runText } from 'sense-lang'
 */

export type {
  CallStackFrame,
  Diagnostic,
  Evidence,
  Problem,
  ProblemClass,
  RelatedPlace,
} from './compiler/diagnostics/diagnostic.ts'
export type { Place, SourceFile, Span } from './compiler/source/source-file.ts'
export type { HostName } from './engine/host-names.ts'
export type { AuditEntry, DryRun } from './runtime/execution/gate.ts'
export type { ScopeOwner } from './runtime/execution/scope.ts'
export type {
  Message,
  ModelReply,
  ModelRequest,
  ModelToolCall,
  ToolDescription,
} from './runtime/ports/model-providers.ts'
export type { HostPolicy } from './runtime/safety/host-policy.ts'
export type { HostBuiltin, HostModel, HostModelReply, HostModelSpec, HostTool } from './library/define.ts'
export { defineBuiltin, defineModel, defineTool } from './library/define.ts'
export type { HostBody, HostCall, HostFunctionSpec, ToolFacts } from './library/host-function.ts'
export type { HostArguments, HostParameters, HostType, HostTypeValue } from './library/host-type.ts'
export type { HostValue } from './library/host-value.ts'
export type {
  AuditEvent,
  EventBase,
  ModelCallEvent,
  ModelReplyEvent,
  RunEvent,
  ServerLogEvent,
  ServerToolsEvent,
  ServerReadyEvent,
  ServerStartEvent,
  ToolCallEvent,
  ToolProgressEvent,
  ToolResultEvent,
} from './library/run-events.ts'
export type { RunOptions, RunTextOptions } from './library/run-options.ts'
export type { RunResult, TestOutcome } from './library/run-result.ts'
export { problemText } from './library/run-result.ts'
export { runFile, runText } from './library/run.ts'
