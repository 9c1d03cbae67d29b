import type { TaskName } from './tasks'

export interface Question {
  id: number
  task: TaskName
  ask: unknown
}

/** `memory`: resident bytes of the child, for whoever decides when it has to go. */
export type Reply = { id: number; memory: number } & (
  { answer: unknown } | { error: string; code?: string }
)
