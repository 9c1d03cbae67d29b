/** What the server, `quire confine` and the started program tell each other at the start. */

/** A stream between the server and the program, beside standard input and output. */
export const controlDescriptor = 3

/** In the environment of `quire confine`: arguments of a process are visible to other users. */
export interface ConfinementSettings {
  parentPid: number
  codeFolder: string
  dataFolder: string
  shimFolder: string
  args: readonly string[]
  environment: Readonly<Record<string, string>>
}

/** Lines on the control descriptor before the code of the program runs. */
export type StartMessage =
  | { type: 'confined'; landlockVersion: number }
  | { type: 'refused'; reason: string }
  | { type: 'ready' }

export interface DetectedConfinement {
  isAvailable: boolean
  /** 0: no Landlock. */
  landlockVersion: number
  hasSeccomp: boolean
  /** Why it is not available. */
  reason?: string
}
