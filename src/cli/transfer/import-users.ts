/** Reads the values of `--user NAME` and `--user NAME=OTHER`. */
export const parseUsers = (given: readonly string[]): Map<string, string> =>
  new Map(
    given.map((one) => {
      const [name = '', account = name] = one.split('=')
      return [name, account]
    }),
  )
