import { redactCredentials, redactedText } from '../../platform/lib/redact-credentials'
import { maxLogLineLength, maxLogLines } from './limits'
import type { SandboxOptions } from './model'
import { createLineSplitter, type LineSplitter } from './streams/split-lines'

/** Longer than a line of the log, so that no secret is cut before it is replaced. */
const maxRawBytes = 64 * 1024
/** Shorter ones occur in ordinary words. */
const minSecretLength = 4

export interface ProgramLog {
  readonly lines: readonly string[]
  add(line: Uint8Array): void
  /** A splitter for a stream that is only logged. */
  createSplitter(): LineSplitter
}

/** The last lines that a program wrote, without secrets. */
export function createProgramLog({
  secrets = [],
  onLog,
}: Pick<SandboxOptions, 'secrets' | 'onLog'>): ProgramLog {
  const lines: string[] = []
  // A secret may contain another.
  const hidden = secrets
    .filter(({ length }) => length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length)
  const add = (bytes: Uint8Array) => {
    const line = formatLogLine(bytes, hidden)
    if (line === '') return
    lines.push(line)
    if (lines.length > maxLogLines) lines.shift()
    onLog?.(line)
  }
  return {
    lines,
    add,
    createSplitter: () =>
      createLineSplitter({ maxBytes: maxRawBytes, onLine: add, onTooLong: add }),
  }
}

function formatLogLine(bytes: Uint8Array, secrets: readonly string[]): string {
  const text = new TextDecoder().decode(bytes.subarray(0, maxRawBytes)).trimEnd()
  const redacted = secrets.reduce((line, secret) => line.replaceAll(secret, redactedText), text)
  return redactCredentials(redacted).slice(0, maxLogLineLength)
}
