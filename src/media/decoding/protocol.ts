import type { TaskName } from './tasks'
import type { Message } from '../../platform/messages/message'

export interface Question {
  id: number
  task: TaskName
  ask: unknown
}

/** A part of the answer that is there already; the task goes on. */
export interface Progress {
  id: number
  progress: unknown
}

/** `memory`: resident bytes of the child, for whoever decides when it has to go. */
export type Reply = { id: number; memory: number } & (
  { answer: unknown } | { error: string; code?: string; told?: Message }
)
