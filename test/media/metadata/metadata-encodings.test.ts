import { describe, expect, test } from 'bun:test'
import { parseComicInfo } from '../../../src/media/metadata/comic-info'
import { decodeXml } from '../../../src/media/metadata/xml-text'
import { listChildElements, parseXml, getElementText } from '../../../src/media/metadata/xml'

const declared = (name: string, text: string) => `<?xml version="1.0" encoding="${name}"?>${text}`
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16be = (text: string) => utf16(text).swap16()
const cyrillic = (text: string) =>
  Uint8Array.from(
    [...text].map((c) => (c > '\u007f' ? c.charCodeAt(0) - 0x410 + 0xc0 : c.charCodeAt(0))),
  )

const german = '<C><T>Größe</T></C>'
const russian = '<C><T>Привет мир</T></C>'

const cases: [string, Uint8Array, string][] = [
  ['UTF-8', Buffer.from(german), 'Größe'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${german}`), 'Größe'],
  ['UTF-8 that claims UTF-16', Buffer.from(declared('utf-16', russian)), 'Привет мир'],
  [
    'the mark of UTF-8 and a wrong claim',
    Buffer.from(`\ufeff${declared('iso-8859-1', german)}`),
    'Größe',
  ],
  [
    'the mark of UTF-8 and another',
    Buffer.from(`\ufeff${declared('windows-1251', russian)}`),
    'Привет мир',
  ],
  ['UTF-16', utf16(declared('utf-16', russian)), 'Привет мир'],
  ['UTF-16, the other way round', utf16be(declared('utf-16', russian)), 'Привет мир'],
  ['UTF-16 that claims UTF-8', utf16(declared('utf-8', german)), 'Größe'],
  ['UTF-16 without its mark', utf16(german).subarray(2), 'Größe'],
  ['Latin-1', Buffer.from(declared('ISO-8859-1', german), 'latin1'), 'Größe'],
  ['Latin-1 that says nothing', Buffer.from(german, 'latin1'), 'Größe'],
  ['Latin-1 that claims UTF-8', Buffer.from(declared('UTF-8', german), 'latin1'), 'Größe'],
  ['windows-1251', cyrillic(declared('windows-1251', russian)), 'Привет мир'],
  ['windows-1251 that says nothing', cyrillic(russian), 'Привет мир'],
  ['white space before the declaration', Buffer.from(`\n ${declared('utf-8', german)}`), 'Größe'],
]

describe('an encoding', () => {
  test.each(cases)('%s is read', (_, bytes, text) => {
    expect(getElementText(parseXml(bytes) ?? undefined)).toBe(text)
  })

  test('a text that is cut within a character stays UTF-8', () => {
    expect(decodeXml(Buffer.from('<C>Größe жук').subarray(0, -1))).toStartWith('<C>Größe жу')
  })
})

describe('broken mark-up', () => {
  test.each([
    ['a bare ampersand', '<C><T>Tom & Jerry</T></C>', ['T'], 'Tom & Jerry'],
    ['a missing close tag', '<C><T>Tom</T><S>Jerry</C>', ['T', 'S'], 'TomJerry'],
    ['a cut end', '<C><T>Tom</T><S>Jer', ['T', 'S'], 'TomJer'],
    ['CDATA', '<C><T><![CDATA[a<b>]]></T></C>', ['T'], 'a<b>'],
  ])('%s is forgiven', (_, xml, names, text) => {
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
    ['a server is not asked', '<!DOCTYPE C SYSTEM "http://127.0.0.1:1/x.dtd"><C>&a;</C>'],
    [
      'entities do not grow',
      `<!DOCTYPE C [<!ENTITY a0 "aaaaaaaaaa">${bombs.join('')}]><C>&a12;</C>`,
    ],
    [
      'a long entity does not multiply',
      `<!DOCTYPE C [<!ENTITY a "${'a'.repeat(100_000)}">]><C>${'&a;'.repeat(30_000)}</C>`,
    ],
    ['nesting is survived', `${'<a>'.repeat(300_000)}x${'</a>'.repeat(300_000)}`],
    ['open nesting is survived', `${'<a>'.repeat(300_000)}x`],
    ['attributes without number are survived', `<C ${attributes(50_000)}>x</C>`],
  ])('%s', (_, xml) => {
    const text = getElementText(parseXml(Buffer.from(xml)) ?? undefined)
    expect(text.length).toBeLessThan(200_000)
    expect(text).not.toContain('root:')
  })

  test('an element of 100 MB is cut to what a text may be', () => {
    const head = Buffer.from('<ComicInfo><Summary>')
    const xml = Buffer.concat([
      head,
      Buffer.alloc(100e6, 'x'),
      Buffer.from('</Summary></ComicInfo>'),
    ])
    expect(parseComicInfo(xml, [])?.summary?.length).toBe(65_536)
  })
})

function attributes(count: number) {
  return Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')
}
