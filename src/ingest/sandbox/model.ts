/** The words of the sandbox. */

/** A request of the program over HTTP. */
export interface SandboxFetch {
  url: string
  method: string
  headers: [string, string][]
  body: Uint8Array | undefined
  redirect: 'follow' | 'error' | 'manual'
}

interface CallContext {
  /** The request during which the program called, if it told. */
  parentRequestId: number | undefined
}

export interface SandboxOptions {
  /** Absolute path of the script. */
  entry: string
  /** Folder that the program may read. */
  codeFolder: string
  /** Its working folder, the only one that it may write to. Must exist. */
  dataFolder: string
  /** Folder in which the sandbox keeps its own files. Must exist. */
  runtimeFolder: string
  /** False: only where the system offers no confinement and an administrator agreed. */
  isConfined: boolean
  memoryMb: number
  /** Secrets that are replaced in log lines. */
  secrets?: readonly string[]
  /** A request of the program over HTTP. An error becomes a failed `fetch`. */
  fetch(request: SandboxFetch, signal: AbortSignal): Promise<Response>
  /** A call of the program. A thrown RpcError becomes its answer. */
  call(method: string, params: unknown, context: CallContext): Promise<unknown>
  /** A line that the program wrote. */
  onLog?(line: string): void
}

export interface RequestOptions {
  /** After that the program is killed. */
  timeoutMs: number
  /** Stops waiting. The program is not told and goes on. */
  signal?: AbortSignal
  /** The id that the program's calls name as `parentRequestId` during this request. */
  onSent?(requestId: number): void
}

export interface SandboxedProgram {
  readonly pid: number
  /** Undefined: it is not confined. */
  readonly confinement: { landlockVersion: number } | undefined
  readonly isRunning: boolean
  /** The last lines that it wrote. */
  readonly log: readonly string[]
  /** Resolves when it has ended, whatever the reason. */
  readonly ended: Promise<SandboxFailure>
  /**
   * Throws RpcError if the program answers with an error, SandboxFailure if it ends, is too slow or
   * sends rubbish. During `initialize` other requests wait.
   */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown>
  /** Asks it to end (`shutdown`), then kills it. Resolves when it has ended. */
  end(): Promise<void>
}

/** An error of JSON-RPC 2.0, of either side. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

type SandboxFailureReason = 'not_started' | 'ended' | 'timeout' | 'memory' | 'disk' | 'output'

/** The program is gone. */
export class SandboxFailure extends Error {
  override name = 'SandboxFailure'
  /** `output`: it wrote too much, or what it may not write. */
  readonly reason: SandboxFailureReason

  constructor(reason: SandboxFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}
