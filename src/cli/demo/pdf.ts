/** Creates a PDF with one JPEG per page. */

export interface PdfPicture {
  data: Uint8Array
  width: number
  height: number
}

/** Creates the PDF. Keys of `info` are PDF names: Title, Author, Subject, Keywords. */
export function pdf(
  pictures: readonly PdfPicture[],
  info: Readonly<Record<string, string>>,
): Buffer<ArrayBuffer> {
  const kids = pictures.map((_, i) => `${pageNumber(i)} 0 R`).join(' ')
  const facts = Object.entries(info).map(([key, value]) => `/${key} ${hex(value)}`)
  return assembled([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Count ${pictures.length}/Kids[${kids}]>>`),
    Buffer.from(`<<${facts.join('')}>>`),
    ...pictures.flatMap((picture, i) => pageObjects(picture, pageNumber(i))),
  ])
}

/** Returns the object number of a page: three objects come first, and each page has three. */
const pageNumber = (index: number) => 4 + index * 3

function pageObjects({ data, width, height }: PdfPicture, number: number): Buffer[] {
  // PDF units are 1/72 inch, and Quire measures pages at 144 dpi: two pixels per unit.
  const [across, down] = [width / 2, height / 2]
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${across} ${down}]/Resources<</XObject<</I ${number + 1} 0 R>>>>/Contents ${number + 2} 0 R>>`
  const picture = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`
  return [
    Buffer.from(page),
    stream(picture, data),
    stream('', Buffer.from(`q ${across} 0 0 ${down} 0 0 cm /I Do Q`)),
  ]
}

const stream = (facts: string, data: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`<<${facts}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

/** Encodes UTF-16 with a byte order mark as hexadecimal digits, which need no escaping. */
const hex = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

function assembled(objects: readonly Buffer[]): Buffer<ArrayBuffer> {
  const chunks = [Buffer.from('%PDF-1.4\n')]
  let offset = chunks[0]!.length
  const rows = ['0000000000 65535 f \n']
  for (const [i, object] of objects.entries()) {
    const bytes = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ])
    rows.push(`${String(offset).padStart(10, '0')} 00000 n \n`)
    chunks.push(bytes)
    offset += bytes.length
  }
  const trailer = `trailer\n<</Size ${rows.length}/Root 1 0 R/Info 3 0 R>>\nstartxref\n${offset}\n%%EOF\n`
  return Buffer.concat([
    ...chunks,
    Buffer.from(`xref\n0 ${rows.length}\n${rows.join('')}${trailer}`),
  ])
}
