import { expect, test } from 'bun:test'
import { renderCalendar } from '../../../src/protocols/feeds/render-calendar'

const event = (values: object = {}) => ({
  uid: 'r1@quire',
  title: 'Harbor',
  description: '',
  day: new Date('2026-05-04T23:59:59.999Z'),
  updatedAt: new Date('2026-05-03T02:01:00.123Z'),
  link: 'https://a.example/1',
  ...values,
})
const render = (values: object = {}) => renderCalendar('Releases', [event(values)])

test('an event is a whole day, with the time of its last change', () => {
  expect(render().split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quire//Releases//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Releases',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'BEGIN:VEVENT',
    'UID:r1@quire',
    'DTSTAMP:20260503T020100Z',
    'DTSTART;VALUE=DATE:20260504',
    'SUMMARY:Harbor',
    'URL:https://a.example/1',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('texts are escaped, and links stay on their line', () => {
  const text = render({
    title: 'a\\b;c,d\r\ne\nf\u2028g\u0007',
    description: 'More',
    link: 'https://a.example/\r\nX:1',
  })
  expect(text).toContain('SUMMARY:a\\\\b\\;c\\,d\\ne\\nf\\ng\r\n')
  expect(text).toContain('DESCRIPTION:More\r\n')
  expect(text).toContain('URL:https://a.example/X:1\r\n')
})

test.each([
  ['75 bytes stay on a line', 'x'.repeat(67), ['x'.repeat(67)]],
  ['76 do not', 'x'.repeat(68), ['x'.repeat(67), ' x']],
  [
    'a continued line has 75 with its space',
    'x'.repeat(67 + 75),
    ['x'.repeat(67), ` ${'x'.repeat(74)}`, ' x'],
  ],
  ['characters are whole', `${'x'.repeat(66)}ä`, ['x'.repeat(66), ' ä']],
])('lines are folded: %s', (_, title, parts) => {
  const folded = render({ title }).split('\r\nSUMMARY:')[1]!.split('\r\nURL:')[0]!
  expect(folded.split('\r\n')).toEqual(parts)
})
