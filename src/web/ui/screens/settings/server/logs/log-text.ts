/** Log lines as a text file for support, oldest line first. */
import type { Schemas } from '../../../../api/client'

type Line = Schemas['LogLine']

/** Not translated, because the people who help may not know the user's language. */
export const logText = (lines: readonly Line[]): string =>
  lines
    .toReversed()
    .map(({ time, level, message, fields }) => {
      const more = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : ''
      return `${time} ${level.toUpperCase()} ${message}${more}\n`
    })
    .join('')
