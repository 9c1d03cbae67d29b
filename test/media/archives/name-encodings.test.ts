/** Names in ZIP archives that do not tell their encoding. */
import { describe, expect, test } from 'bun:test'
import { readBook } from '../../../src/media/reader/reader'
import { makePicture } from '../../support/make/pictures'
import { makeRar4 } from '../../support/make/rar'
import { makeGzipTar, makeTar, type TarPart } from '../../support/make/tar'
import { writeBook } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

const picture = await makePicture()

/** Characters of each encoding, from the decoder of the runtime or the tables of IBM. */
const cp437 = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ'
const cp850 = new Map([
  ...[...cp437].map((letter, i) => [letter, 0x80 + i] as const),
  ...Object.entries({ ø: 0x9b, Ø: 0x9d, á: 0xa0, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5 }),
  ...Object.entries({ Á: 0xb5, Â: 0xb6, À: 0xb7, ã: 0xc6, Ã: 0xc7, Ê: 0xd2, È: 0xd4, Í: 0xd6 }),
  ...Object.entries({ Ó: 0xe0, ß: 0xe1, Ô: 0xe2, õ: 0xe4, Õ: 0xe5, Ú: 0xe9 }),
])
const usa = new Map([
  ...[...cp437].map((letter, i) => [letter, 0x80 + i] as const),
  ...Object.entries({ á: 0xa0, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5, ß: 0xe1 }),
])

function readTable(label: ConstructorParameters<typeof TextDecoder>[0]): Map<string, number> {
  const decoder = new TextDecoder(label, { fatal: true })
  const table = new Map<string, number>()
  const add = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
      if ([...text].length === 1 && !table.has(text)) table.set(text, value)
    } catch {
      // These bytes are no character of this encoding.
    }
  }
  for (let first = 0x80; first <= 0xff; first++) {
    add(first)
    for (let second = 0x40; second <= 0xfe; second++) add(first, second)
  }
  return table
}

function encode(text: string, table: ReadonlyMap<string, number>): Buffer {
  return Buffer.concat(
    [...text].map((letter) => {
      const value = letter <= '\x7f' ? letter.charCodeAt(0) : table.get(letter)
      if (value === undefined) throw new Error(`${letter} is not in this encoding`)
      return Buffer.from(value > 255 ? [value >> 8, value & 255] : [value])
    }),
  )
}

async function readNames(names: readonly string[], table: ReadonlyMap<string, number>) {
  const parts = names.map((name) => ({ name: '', rawName: encode(name, table), data: picture }))
  const { pages } = await readBook(writeBook('book.cbz', makeZip(parts)))
  return pages.map(({ name }) => name).toSorted()
}

const korean = ['나 혼자만 레벨업 01권/표지.jpg', '나 혼자만 레벨업 01권/001화.jpg']
const japanese = ['進撃の巨人 第01巻/表紙.jpg', '進撃の巨人 第01巻/第02話.jpg']
const simplified = ['海贼王 第01卷/封面.jpg', '海贼王 第01卷/第02话.jpg']
const traditional = ['航海王 第01卷/封面.jpg', '航海王 第01卷/第02話.jpg']
const russian = ['Тинтин в Тибете/обложка.jpg', 'Тинтин в Тибете/страница 02.jpg']
const french = ['Astérix et la Traviata/Page de garde à droite.jpg', 'Astérix/Été.jpg']
const german = ['Die Abenteuer der schönen Müllerin/Größe 1.jpg', 'Über Äpfel.jpg']
const danish = ['Søren på øen/side 1.jpg', 'Åse Ødegård.jpg']
const portuguese = ['A coleção da Mônica/página 1.jpg', 'São João.jpg']
const spanish = ['El niño y el año/página 1.jpg', 'El corazón.jpg']

const polish = ['Kajko i Kokosz/Szkoła latania 01.jpg', 'Złota książka/żółw.jpg']
const czech = ['Čtyřlístek/stránka 02.jpg', 'Příběhy/Rychlé šípy.jpg']
const turkish = ['Kırmızı ışık/bölüm 1.jpg', 'Zagor/Şeytanın gölgesi.jpg']
const greek = ['Αστερίξ/εξώφυλλο.jpg', 'Αστερίξ/σελίδα 02.jpg']
const hebrew = ['טינטין בטיבט/עטיפה.jpg', 'טינטין בטיבט/עמוד 02.jpg']
const arabic = ['ون بيس/الفصل 02.jpg', 'ون بيس/غلاف.jpg']
const thai = ['วันพีซ/ตอนที่ 02.jpg', 'วันพีซ/ปก.jpg']

/** Code pages of DOS that the runtime does not know, with the letters of these names only. */
const cp852 = new Map(
  Object.entries({ ł: 0x88, ą: 0xa5, ż: 0xbe, ó: 0xa2, Č: 0xac, ř: 0xfd, í: 0xa1, á: 0xa0 }).concat(
    Object.entries({ ě: 0xd8, é: 0x82, š: 0xe7, ý: 0xec }),
  ),
)
const cp857 = new Map(Object.entries({ ı: 0x8d, ş: 0x9f, ö: 0x94, ü: 0x81, Ş: 0x9e, ğ: 0xa7 }))
const cp737 = new Map([
  ...[...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ'].map(
    (letter, i) => [letter, 0x80 + i] as const,
  ),
  ...Object.entries({ ω: 0xe0, ά: 0xe1, έ: 0xe2, ή: 0xe3, ί: 0xe5, ό: 0xe6, ύ: 0xe7, ώ: 0xe9 }),
])
const cp862 = new Map([...'אבגדהוזחטיךכלםמןנסעףפץצקרשת'].map((letter, i) => [letter, 0x80 + i]))

describe('F12: names are read in', () => {
  test.each([
    ['CP852 (Polish)', polish, cp852],
    ['CP852 (Czech)', czech, cp852],
    ['CP1250 (Polish)', polish, readTable('windows-1250')],
    ['CP1250 (Czech)', czech, readTable('windows-1250')],
    ['CP857', turkish, cp857],
    ['CP1254', turkish, readTable('windows-1254')],
    ['CP737', greek, cp737],
    ['CP1253', greek, readTable('windows-1253')],
    ['CP862', hebrew, cp862],
    ['CP1255', hebrew, readTable('windows-1255')],
    ['CP1256', arabic, readTable('windows-1256')],
    ['CP874', thai, readTable('windows-874')],
  ] as const)('%s, too', async (_, names, table) => {
    expect(await readNames(names, table)).toEqual(names.toSorted())
  })

  test.each([
    ['EUC-KR', korean, readTable('euc-kr')],
    ['Shift-JIS', japanese, readTable('shift_jis')],
    ['EUC-JP', japanese, readTable('euc-jp')],
    ['GBK', simplified, readTable('gbk')],
    ['Big5', traditional, readTable('big5')],
    ['CP866', russian, readTable('ibm866')],
    ['CP1251', russian, readTable('windows-1251')],
    ['KOI8-R', russian, readTable('koi8-r')],
    ['CP437 (French)', french, usa],
    ['CP437 (German)', german, usa],
    ['CP437 (Spanish)', spanish, usa],
    ['CP850 (French)', french, cp850],
    ['CP850 (German)', german, cp850],
    ['CP850 (Danish)', danish, cp850],
    ['CP850 (Portuguese)', portuguese, cp850],
    ['CP1252', french, readTable('windows-1252')],
  ] as const)('%s', async (_, names, table) => {
    expect(await readNames(names, table)).toEqual(names.toSorted())
  })
})

describe('F12: short names are read in', () => {
  test.each([
    ['EUC-KR', ['끝.jpg'], 'euc-kr'],
    ['EUC-KR', ['목차.jpg'], 'euc-kr'],
    ['Shift-JIS', ['裏表紙.jpg'], 'shift_jis'],
    ['EUC-JP', ['聖☆おにいさん/01.jpg'], 'euc-jp'],
    ['GBK', ['目录.jpg'], 'gbk'],
    ['GBK', ['图片.jpg'], 'gbk'],
    ['CP1252', ['Över havet.jpg'], 'windows-1252'],
    ['GBK', ['镇魂街/第12章.jpg'], 'gbk'],
    ['Big5', ['鎮魂街/第12章.jpg'], 'big5'],
    ['CP1251', ['Человек-паук №5.jpg'], 'windows-1251'],
    ['CP1252', ["Käpt'n Blaubär.jpg"], 'windows-1252'],
    ['CP1252', ['Boule & Bill/Ça roule.jpg'], 'windows-1252'],
    ['CP1252', ['Edição nº 3.jpg'], 'windows-1252'],
    ['CP1250', ['Obálka.jpg'], 'windows-1250'],
    ['CP1250', ['Část 1.jpg'], 'windows-1250'],
    ['CP1250', ['Kajtek/księga żółta.jpg'], 'windows-1250'],
    ['CP1250', ['Kötet 1/első fejezet.jpg'], 'windows-1250'],
    ['CP1250', ['Čtyřlístek.jpg'], 'windows-1250'],
    ['CP1254', ['Bölüm 1/Işık.jpg'], 'windows-1254'],
    ['CP1254', ['Daltonların Kaçışı.jpg'], 'windows-1254'],
    ['CP1253', ['ΕΞΩΦΥΛΛΟ.jpg'], 'windows-1253'],
    ['CP1255', ['כריכה.jpg'], 'windows-1255'],
    ['EUC-KR', ['제1화.jpg'], 'euc-kr'],
    ['EUC-KR', ['표지.jpg'], 'euc-kr'],
    ['Shift-JIS', ['第1話.jpg'], 'shift_jis'],
    ['Shift-JIS', ['ワンピース.jpg'], 'shift_jis'],
    ['Shift-JIS', ['①話.jpg'], 'shift_jis'],
    ['GBK', ['第1话.jpg'], 'gbk'],
    ['Big5', ['第1話.jpg'], 'big5'],
    ['CP866', ['Глава 1.jpg'], 'ibm866'],
    ['CP1251', ['Том 1.jpg'], 'windows-1251'],
    ['CP1252', ['Cœur de pierre.jpg'], 'windows-1252'],
    ['CP1252', ['Óscar.jpg'], 'windows-1252'],
    ['CP1252', ['Août.jpg'], 'windows-1252'],
    ['CP1252', ['Camarões.jpg'], 'windows-1252'],
    ['CP1252', ['Dólar.jpg', 'Japonês.jpg', 'Polonês.jpg'], 'windows-1252'],
    ['CP1252', ['für dich.jpg', 'Ö.jpg'], 'windows-1252'],
    ['CP1252', ['Flûte.jpg'], 'windows-1252'],
    ['CP1252', ['Mûr.jpg'], 'windows-1252'],
    ['CP1250', ['Gyűrűk ura.jpg'], 'windows-1250'],
    ['CP1250', ['Džibuti.jpg'], 'windows-1250'],
    ['CP1250', ['Ósmy.jpg'], 'windows-1250'],
    ['CP1253', ['Νεπάλ.jpg'], 'windows-1253'],
    ['CP1254', ['Çizgi roman.jpg'], 'windows-1254'],
  ] as const)('%s: %p', async (_, names, label) => {
    expect(await readNames(names, readTable(label))).toEqual([...names])
  })
})

test.each([
  ['CP437', ['Der Schuß.jpg'], usa],
  ['CP437', ['Spaß.jpg'], usa],
  ['CP437', ['Page de garde - Fils des âges.jpg'], usa],
  ['CP850', ['Edição 3.jpg'], cp850],
  ['CP437', ['Weiß.jpg'], usa],
  ['CP437', ['Dreißig.jpg'], usa],
  ['CP437', ['Eßzimmer.jpg'], usa],
  ['CP437', ['Viêt Nam.jpg'], usa],
  ['CP437', ['Azerbaïdjan.jpg', 'Bahreïn.jpg', 'Haïti.jpg'], usa],
  ['CP850', ['Camarões.jpg'], cp850],
  ['CP850', ['Quênia.jpg', 'Português.jpg'], cp850],
  ['CP852', ['Březen.jpg'], cp852],
  ['CP852', ['Příšerky/šála.jpg'], cp852],
  ['CP852', ['Okładka.jpg'], cp852],
] as const)('F12: short names are read in %s, too: %p', async (_, names, table) => {
  expect(await readNames(names, table)).toEqual(names.toSorted())
})

test.each([
  [['Été.jpg']],
  [['Ʋu.jpg']],
  [['PARAĿLEL.jpg']],
  [['ǝpoɔ.jpg']],
  [['Größe 1°.jpg']],
  [['Обложка №1.jpg']],
  [['Εξώφυλλο.jpg']],
  [['כריכה.jpg']],
  [['ﾜﾝﾋﾟｰｽ.jpg']],
  [['nº 3 – ½.jpg']],
  [['Țara ș.jpg']],
  [['Nǐ hǎo.jpg']],
  [['Thơ.jpg']],
  [['LEGO® 1.jpg']],
  [['Page n° 1.jpg']],
  [['X² 1.jpg']],
  [['Ranma½ 1.jpg']],
  [['Café® 1.jpg']],
  [['ƙasa 1.jpg']],
])('F12: short names in UTF-8 stay so: %p', async (names) => {
  const parts = names.map((name) => ({ name: '', rawName: Buffer.from(name), data: picture }))
  const { pages } = await readBook(writeBook('book.cbz', makeZip(parts)))
  expect(pages.map(({ name }) => name)).toEqual(names)
})

test('F12: the folder decides about a name that is too short alone', async () => {
  const names = ['나 혼자만 레벨업/가.jpg', '나 혼자만 레벨업/각.jpg', '핀.jpg']
  expect(await readNames(names, readTable('euc-kr'))).toEqual(names.toSorted())
})

test.each([
  ['EUC-KR', korean, 'euc-kr'],
  ['GBK', simplified, 'gbk'],
] as const)('F12: names in a RAR 4 are read in %s', async (_, names, label) => {
  const table = readTable(label)
  // RAR separates folders by backslashes.
  const parts = names.map((name) => ({
    name: '',
    rawName: encode(name.replace('/', '\\'), table),
    data: picture,
  }))
  const { pages } = await readBook(writeBook('book.cbr', makeRar4(parts)))
  expect(pages.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test.each([
  ['Shift-JIS', japanese, 'shift_jis', (parts: TarPart[]) => makeTar(parts)],
  ['EUC-KR, packed', korean, 'euc-kr', (parts: TarPart[]) => makeGzipTar(parts)],
  [
    'GBK, long',
    simplified,
    'gbk',
    (parts: TarPart[]) => makeTar(parts.map((part) => ({ ...part, style: 'gnu' as const }))),
  ],
] as const)('F12: names in a TAR are read in %s', async (_, names, label, make) => {
  const table = readTable(label)
  const parts = names.map((name) => ({
    name: 'x.jpg',
    rawName: encode(name, table),
    data: picture,
  }))
  const path = writeBook('book.cbt', await make(parts))
  const { pages, findings } = await readBook(path)
  expect(findings).toEqual([])
  expect(pages.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(pages.every(({ width }) => width !== null)).toBe(true)
})

test('F12: names in UTF-8 in a TAR stay so, with standard attributes, too', async () => {
  const names = [...japanese, ...danish]
  const parts = names.map((name, i) => ({
    name,
    data: picture,
    ...(i % 2 === 1 && { style: 'pax' as const }),
  }))
  const { pages } = await readBook(writeBook('book.cbt', makeTar(parts)))
  expect(pages.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('F12: names in UTF-8 stay so beside others', async () => {
  const parts = [
    { name: '', rawName: Buffer.from('나 혼자만/1.jpg'), data: picture },
    { name: '', rawName: encode('나 혼자만/2.jpg', readTable('euc-kr')), data: picture },
    { name: '나 혼자만/3.jpg', data: picture },
  ]
  const { pages } = await readBook(writeBook('book.cbz', makeZip(parts)))
  const names = pages.map(({ name }) => name)
  expect(names).toEqual(['나 혼자만/1.jpg', '나 혼자만/2.jpg', '나 혼자만/3.jpg'])
})

test('F12: bytes that are no text in any language are still a name', async () => {
  const rawName = Buffer.from([0xff, 0xfe, 0x81, 0x80, 0xff, 0x2e, 0x6a, 0x70, 0x67])
  const part = { name: '', rawName, data: picture }
  const { pages } = await readBook(writeBook('book.cbz', makeZip([part])))
  expect(pages).toHaveLength(1)
  expect(pages[0]!.name).toEndWith('.jpg')
})
