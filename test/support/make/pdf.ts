/** Small PDF files: pages of one full-page JPEG each, or of text. */
export interface PdfOptions {
  /** JPEGs with their size in pixels, placed at 144 pixels per inch. */
  images?: { data: Uint8Array; width: number; height: number }[]
  /** One text for each page; used when there are no images. */
  texts?: string[]
  info?: Record<string, string>
  /** XMP packets; the last one counts. */
  xmp?: string[]
}

export function makePdf({
  images,
  texts = ['Hello'],
  info = {},
  xmp = [],
}: PdfOptions = {}): Buffer<ArrayBuffer> {
  const objects: Buffer[] = []
  /** Adds an object and returns its number. Objects 1 (catalog) and 2 (page tree) follow later. */
  const add = (body: Buffer | string) => objects.push(Buffer.from(body)) + 2
  const stream = (head: string, data: Uint8Array) =>
    add(
      Buffer.concat([
        Buffer.from(`<<${head}/Length ${data.length}>>\nstream\n`),
        data,
        Buffer.from('\nendstream'),
      ]),
    )

  const pages = images
    ? images.map((image) => addImagePage(image, add, stream))
    : texts.map((text) => addTextPage(text, add, stream))
  const infoObject = add(
    `<<${Object.entries(info)
      .map(([key, value]) => `/${key} ${formatHexString(value)}`)
      .join('')}>>`,
  )
  const packets = xmp.map((text) => stream('/Type/Metadata/Subtype/XML', Buffer.from(text)))
  const metadataEntry = packets.length > 0 ? `/Metadata ${packets.at(-1)} 0 R` : ''
  const catalog = Buffer.from(`<</Type/Catalog/Pages 2 0 R${metadataEntry}>>`)
  const tree = Buffer.from(
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((p) => `${p} 0 R`).join(' ')}]>>`,
  )
  return assemble([catalog, tree, ...objects], infoObject)
}

/**
 * Creates a PDF of objects that are numbered from 1, the catalog. A body with data becomes a stream
 * with the rest of its dictionary.
 */
export function makePdfOfObjects(
  objects: (string | { head: string; data: Uint8Array | string })[],
): Buffer<ArrayBuffer> {
  const bodies = objects.map((body) => {
    if (typeof body === 'string') return Buffer.from(body)
    const data = Buffer.from(body.data as Uint8Array)
    return Buffer.concat([
      Buffer.from(`<<${body.head}/Length ${data.length}>>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ])
  })
  return assemble(bodies, objects.length + 1)
}

type Add = (body: Buffer | string) => number
type Stream = (head: string, data: Uint8Array) => number

function addImagePage(
  image: { data: Uint8Array; width: number; height: number },
  add: Add,
  stream: Stream,
) {
  const { data, width, height } = image
  const picture = stream(
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
    data,
  )
  const content = stream('', Buffer.from(`q ${width / 2} 0 0 ${height / 2} 0 0 cm /I Do Q`))
  return add(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width / 2} ${height / 2}]/Resources<</XObject<</I ${picture} 0 R>>>>/Contents ${content} 0 R>>`,
  )
}

function addTextPage(text: string, add: Add, stream: Stream) {
  const font = add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  const content = stream(
    '',
    Buffer.from(`BT /F 24 Tf 60 700 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`),
  )
  return add(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F ${font} 0 R>>>>/Contents ${content} 0 R>>`,
  )
}

/** UTF-16 with a byte order mark, which every PDF reader supports. */
function formatHexString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

function assemble(objects: Buffer[], infoObject: number): Buffer<ArrayBuffer> {
  const chunks = [Buffer.from('%PDF-1.4\n')]
  let offset = chunks[0]?.length ?? 0
  const offsets: number[] = []
  objects.forEach((body, i) => {
    const bytes = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.push(offset)
    offset += bytes.length
    chunks.push(bytes)
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R/Info ${infoObject} 0 R>>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}
