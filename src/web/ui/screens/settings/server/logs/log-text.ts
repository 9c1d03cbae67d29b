/** Lines of the log as a file of text, the oldest first, for those who help. */
import type { Schemas } from '../../../../api/client'

type Line = Schemas['LogLine']

/** In English, as the server wrote them: who reads it may know no other language. */
export const logText = (lines: readonly Line[]): string =>
  lines
    .toReversed()
    .map(({ time, level, message, fields }) => {
      const more = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : ''
      return `${time} ${level.toUpperCase()} ${message}${more}\n`
    })
    .join('')
