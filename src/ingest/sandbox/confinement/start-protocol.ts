/** Messages between the server, `quire confine` and the started program during startup. */

/**
 * Descriptor of a stream between the server and the program, in addition to standard input and
 * output.
 */
export const controlDescriptor = 3

/**
 * Passed to `quire confine` in its environment, because process arguments are visible to other
 * users.
 */
export interface ConfinementSettings {
  parentPid: number
  codeFolder: string
  dataFolder: string
  shimFolder: string
  args: readonly string[]
  environment: Readonly<Record<string, string>>
}

/** Lines on the control descriptor before the program's code runs. */
export type StartMessage =
  | { type: 'confined'; landlockVersion: number }
  | { type: 'refused'; reason: string }
  | { type: 'ready' }

export interface DetectedConfinement {
  isAvailable: boolean
  /** 0 if Landlock is not available. */
  landlockVersion: number
  hasSeccomp: boolean
  /** Reason why confinement is unavailable. */
  reason?: string
}
