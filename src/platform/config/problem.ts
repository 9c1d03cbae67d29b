/** One thing wrong with the settings, in words for the person who wrote them. */
export interface Problem {
  /** Where it stands, such as `service.yaml:12`, `SERVICE_SERVER__PORT` or `--port`. */
  readonly source: string
  readonly message: string
}

/** The settings cannot be used. Holds everything that is wrong with them, found in one go. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(`The configuration cannot be used:\n${problems.map(problemLine).join('\n')}`)
    this.problems = problems
  }
}

export const problemLine = ({ source, message }: Problem) => `  ${source}: ${message}`
