import { Refusal } from '../../errors'
import { findOutage } from '../lib/system-errors'
import { requestMessages } from '../messages/common'
import type { Message } from '../messages/message'
import { jobMessages } from './messages'

const longestMs = 3_600_000

/** Exponential backoff with jitter, in milliseconds. */
export function waitBeforeRetry(attempts: number, firstWaitMs: number): number {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(attempts - 1, 30), longestMs)
  return waitMs * (0.5 + Math.random())
}

const maxErrorCharacters = 2000

/**
 * Returns the message of a refusal or an outage. For other errors, returns a general message that
 * contains the error as a technical detail.
 */
export function describeFailure(error: unknown): Message {
  if (error instanceof Refusal) return error.userMessage
  const outage = findOutage(error)
  return outage ? requestMessages[outage]() : jobMessages.failed({ detail: formatCauses(error) })
}

/** The messages of an error and its causes, without the stack. */
function formatCauses(error: unknown): string {
  const messages: string[] = []
  let current = error
  while (current instanceof Error && messages.length < 5) {
    messages.push(current.message)
    current = current.cause
  }
  if (messages.length === 0) messages.push(String(error))
  return messages.join(': ').replaceAll('\u0000', '').slice(0, maxErrorCharacters)
}
