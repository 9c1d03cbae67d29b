/** Writes an iCalendar feed with all-day events (RFC 5545). Pure. */

export interface CalendarEvent {
  /** Identifier that must never change. */
  uid: string
  title: string
  description: string
  /** Only the UTC date is used. */
  day: Date
  updatedAt: Date
  /** Absolute URL. */
  link: string
}

export const renderCalendar = (title: string, events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quire//Releases//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escapeText(title)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap(listEventLines),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')

const listEventLines = ({ uid, title, description, day, updatedAt, link }: CalendarEvent) => [
  'BEGIN:VEVENT',
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${updatedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
  `DTSTART;VALUE=DATE:${day.toISOString().slice(0, 10).replaceAll('-', '')}`,
  `SUMMARY:${escapeText(title)}`,
  ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
  `URL:${link.replaceAll(/[\r\n]/g, '')}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

const maxOctets = 75

/** Lines are limited to 75 octets, and characters must not be split. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > maxOctets) {
      lines.push(current)
      // The space at the start of a continuation line counts as well.
      current = ' '
      octets = 1
    }
    current += character
    octets += length
  }
  return [...lines, current].join('\r\n')
}
