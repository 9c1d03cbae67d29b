import { describe, expect, test } from 'bun:test'
import { parseComicInfo } from '../../../src/media/metadata/comic-info'
import { decodeXml } from '../../../src/media/metadata/xml-text'
import { listChildElements, parseXml, getElementText } from '../../../src/media/metadata/xml'

const addDeclaration = (name: string, text: string) =>
  `<?xml version="1.0" encoding="${name}"?>${text}`
const encodeUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const encodeUtf16BigEndian = (text: string) => encodeUtf16(text).swap16()
const encodeCyrillic = (text: string) =>
  Uint8Array.from(
    [...text].map((c) => (c > '\u007f' ? c.charCodeAt(0) - 0x410 + 0xc0 : c.charCodeAt(0))),
  )

const german = '<C><T>Größe</T></C>'
const russian = '<C><T>Привет мир</T></C>'

const cases: [string, Uint8Array, string][] = [
  ['UTF-8', Buffer.from(german), 'Größe'],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${german}`), 'Größe'],
  ['UTF-8 that claims UTF-16', Buffer.from(addDeclaration('utf-16', russian)), 'Привет мир'],
  [
    'a UTF-8 byte order mark and a wrong declaration',
    Buffer.from(`\ufeff${addDeclaration('iso-8859-1', german)}`),
    'Größe',
  ],
  [
    'a UTF-8 byte order mark and another declaration',
    Buffer.from(`\ufeff${addDeclaration('windows-1251', russian)}`),
    'Привет мир',
  ],
  ['UTF-16', encodeUtf16(addDeclaration('utf-16', russian)), 'Привет мир'],
  [
    'UTF-16 in big-endian order',
    encodeUtf16BigEndian(addDeclaration('utf-16', russian)),
    'Привет мир',
  ],
  ['UTF-16 that claims UTF-8', encodeUtf16(addDeclaration('utf-8', german)), 'Größe'],
  ['UTF-16 without a byte order mark', encodeUtf16(german).subarray(2), 'Größe'],
  ['Latin-1', Buffer.from(addDeclaration('ISO-8859-1', german), 'latin1'), 'Größe'],
  ['Latin-1 without a declaration', Buffer.from(german, 'latin1'), 'Größe'],
  ['Latin-1 that claims UTF-8', Buffer.from(addDeclaration('UTF-8', german), 'latin1'), 'Größe'],
  ['windows-1251', encodeCyrillic(addDeclaration('windows-1251', russian)), 'Привет мир'],
  ['windows-1251 without a declaration', encodeCyrillic(russian), 'Привет мир'],
  [
    'white space before the declaration',
    Buffer.from(`\n ${addDeclaration('utf-8', german)}`),
    'Größe',
  ],
]

describe('an encoding', () => {
  test.each(cases)('%s is decoded', (_, bytes, text) => {
    expect(getElementText(parseXml(bytes) ?? undefined)).toBe(text)
  })

  test('a text that is cut within a character stays UTF-8', () => {
    expect(decodeXml(Buffer.from('<C>Größe жук').subarray(0, -1))).toStartWith('<C>Größe жу')
  })
})

describe('malformed XML', () => {
  test.each([
    ['a bare ampersand', '<C><T>Tom & Jerry</T></C>', ['T'], 'Tom & Jerry'],
    ['a missing close tag', '<C><T>Tom</T><S>Jerry</C>', ['T', 'S'], 'TomJerry'],
    ['a truncated end', '<C><T>Tom</T><S>Jer', ['T', 'S'], 'TomJer'],
    ['CDATA', '<C><T><![CDATA[a<b>]]></T></C>', ['T'], 'a<b>'],
  ])('with %s is accepted', (_, xml, names, text) => {
    const root = parseXml(Buffer.from(xml))
    expect(listChildElements(root ?? undefined).map(({ name }) => name)).toEqual(names)
    expect(getElementText(root ?? undefined)).toBe(text)
  })
})

describe('hostile XML', () => {
  const bombs = Array.from(
    { length: 12 },
    (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`,
  )
  test.each([
    ['a file is not read', '<!DOCTYPE C [<!ENTITY a SYSTEM "file:///etc/passwd">]><C>&a;</C>'],
    ['no server is contacted', '<!DOCTYPE C SYSTEM "http://127.0.0.1:1/x.dtd"><C>&a;</C>'],
    [
      'entities are not expanded',
      `<!DOCTYPE C [<!ENTITY a0 "aaaaaaaaaa">${bombs.join('')}]><C>&a12;</C>`,
    ],
    [
      'a long entity is not repeated',
      `<!DOCTYPE C [<!ENTITY a "${'a'.repeat(100_000)}">]><C>${'&a;'.repeat(30_000)}</C>`,
    ],
    ['deep nesting does not crash', `${'<a>'.repeat(300_000)}x${'</a>'.repeat(300_000)}`],
    ['unclosed nesting does not crash', `${'<a>'.repeat(300_000)}x`],
    ['countless attributes do not crash', `<C ${buildAttributes(50_000)}>x</C>`],
  ])('%s', (_, xml) => {
    const text = getElementText(parseXml(Buffer.from(xml)) ?? undefined)
    expect(text.length).toBeLessThan(200_000)
    expect(text).not.toContain('root:')
  })

  test('an element of 100 MB is truncated to the maximum text length', () => {
    const head = Buffer.from('<ComicInfo><Summary>')
    const xml = Buffer.concat([
      head,
      Buffer.alloc(100e6, 'x'),
      Buffer.from('</Summary></ComicInfo>'),
    ])
    expect(parseComicInfo(xml, [])?.summary?.length).toBe(65_536)
  })
})

function buildAttributes(count: number) {
  return Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')
}
