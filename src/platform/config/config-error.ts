/** A problem in the settings, reported to the administrator. */
export interface Problem {
  /** The location, such as `service.yaml:12`, `SERVICE_SERVER__PORT` or `--port`. */
  readonly source: string
  readonly message: string
}

/** Thrown if the settings are invalid. Contains all problems at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(`Invalid configuration:\n${problems.map(formatProblem).join('\n')}`)
    this.problems = problems
  }
}

export const formatProblem = ({ source, message }: Problem) => `  ${source}: ${message}`
