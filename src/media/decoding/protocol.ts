import type { TaskName } from './tasks'
import type { Message } from '../../platform/messages/message'

export interface Question {
  id: number
  task: TaskName
  ask: unknown
}

/** A partial result, after which the task continues. */
export interface Progress {
  id: number
  progress: unknown
}

/**
 * `memory` is the resident memory of the child in bytes. The pool replaces children that become too
 * large.
 */
export type Reply = { id: number; memory: number } & (
  { answer: unknown } | { error: string; code?: string; userMessage?: Message }
)
