/** The interface of sandboxed programs: options, requests, calls and errors. */

/** An HTTP request from the program. */
export interface SandboxFetch {
  url: string
  method: string
  headers: [string, string][]
  body: Uint8Array | undefined
  redirect: 'follow' | 'error' | 'manual'
}

interface CallContext {
  /** ID of the request during which the program made the call, if the program sent this ID. */
  parentRequestId: number | undefined
}

export interface SandboxOptions {
  /** Absolute path of the script. */
  entry: string
  /** Folder that the program can read. */
  codeFolder: string
  /** The program's working folder, the only one that it can write to. Must exist. */
  dataFolder: string
  /** Folder for the sandbox's own files. Must exist. */
  runtimeFolder: string
  /**
   * May be false only where the system does not support confinement and an administrator agreed.
   */
  isConfined: boolean
  memoryMb: number
  /** Secrets to redact in log lines. */
  secrets?: readonly string[]
  /** Handles an HTTP request from the program. An error becomes a failed `fetch`. */
  fetch(request: SandboxFetch, signal: AbortSignal): Promise<Response>
  /** Handles a call from the program. A thrown RpcError becomes its response. */
  call(method: string, params: unknown, context: CallContext): Promise<unknown>
  onLog?(line: string): void
}

export interface RequestOptions {
  /** After this time, the program is killed. */
  timeoutMs: number
  /** Stops waiting for the response. The program is not notified and continues. */
  signal?: AbortSignal
  /** Receives the ID that the program's calls use as `parentRequestId` during this request. */
  onSent?(requestId: number): void
}

export interface SandboxedProgram {
  readonly pid: number
  /** Undefined if the program is not confined. */
  readonly confinement: { landlockVersion: number } | undefined
  readonly isRunning: boolean
  /** The last lines that the program wrote. */
  readonly log: readonly string[]
  /** Resolves when the program has exited, for any reason. */
  readonly ended: Promise<SandboxFailure>
  /**
   * Throws RpcError if the program responds with an error, and SandboxFailure if it exits, is too
   * slow or sends invalid data. Other requests wait until `initialize` has been answered.
   */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown>
  /** Asks the program to exit (`shutdown`), then kills it. Resolves when it has exited. */
  end(): Promise<void>
}

/** A JSON-RPC 2.0 error from either side. */
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

/** The program has exited or was killed. */
export class SandboxFailure extends Error {
  override name = 'SandboxFailure'
  /** `output`: the program wrote too much, or something that is not allowed. */
  readonly reason: SandboxFailureReason

  constructor(reason: SandboxFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}
