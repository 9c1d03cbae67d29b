/** Explanations of operating system error codes. */
const codes = {
  full: ['ENOSPC', 'EDQUOT'],
  forbidden: ['EACCES', 'EPERM'],
  readOnly: ['EROFS'],
  broken: ['EIO'],
  gone: ['ENOENT', 'ENOTDIR'],
  away: ['ESTALE', 'ENODEV', 'ENXIO', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH'],
  crowded: ['EMFILE', 'ENFILE'],
  memory: ['ENOMEM'],
} as const
export type Cause = keyof typeof codes

const causes = new Map(
  Object.entries(codes).flatMap(([cause, all]) =>
    all.map((code) => [code as string, cause as Cause]),
  ),
)

/** Explains the first error code in a message. Returns undefined if the code is unknown. */
export const findCause = (message: string): Cause | undefined =>
  causes.get(/\bE[A-Z]{2,12}\b/.exec(message)?.[0] ?? '')
