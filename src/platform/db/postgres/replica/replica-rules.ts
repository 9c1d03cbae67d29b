/** The rule that decides whether a replica may answer (decision 38). */

export interface PrimaryState {
  /**
   * Everything that was committed before the query is before this position in the primary's log.
   */
  position: bigint
  /** Changes when a standby is promoted to primary. */
  timeline: string
  proof: string | undefined
}

/** The state that a connection to the replica sees. */
export interface ReplicaState {
  /** False for a server that accepts writes itself, for example after a failover. */
  isStandby: boolean
  /** Everything before this position in the primary's log is visible. */
  position: bigint | undefined
  proof: string | undefined
}

/**
 * `unproven`: the primary has no proof of its timeline. `foreign`: the server follows another
 * primary, or the former one.
 */
export type Verdict = 'current' | 'behind' | 'unproven' | 'no_standby' | 'foreign'

export function judgeReplica(primary: PrimaryState, replica: ReplicaState): Verdict {
  if (!isProven(primary)) return 'unproven'
  if (!replica.isStandby || replica.position === undefined) return 'no_standby'
  if (replica.position < primary.position) return 'behind'
  return replica.proof === primary.proof ? 'current' : 'foreign'
}

/**
 * A random text that is written to the primary, so that only a server that follows this primary has
 * it. Positions alone are not enough, because each timeline continues from the same position.
 */
export const createProof = (timeline: string): string => `${timeline} ${crypto.randomUUID()}`

export const isProven = ({ timeline, proof }: PrimaryState): boolean =>
  proof?.startsWith(`${timeline} `) ?? false
