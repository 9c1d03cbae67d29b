/** The result of a check. A warning does not prevent the server from running. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'problem'
  message: string
  /** Instructions for fixing the problem. */
  advice?: string
}
