/**
 * A server that behaves like Amazon S3 as far as Quire uses it: objects, lists in pages, and
 * signatures of version 4, which a foreign library checks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import aws4 from 'aws4'

interface S3Fault {
  /** Answers with this error. */
  error?: { status: number; code: string }
  /** Never answers. */
  isSilent?: boolean
  /** Stops in the middle of the object. */
  isCut?: boolean
  /** Stops answering in the middle of the object. */
  stalls?: boolean
  /** Sends the object in two parts, with this pause between them. */
  pauseMs?: number
  /** Sends the first page of a list again and again. */
  ignoresStartAfter?: boolean
  /** Refuses conditional writes, as older services do. */
  refusesConditions?: boolean
  /** Only requests with this method. */
  method?: string
  /** Only objects with such a name. */
  name?: RegExp
}

interface StoredObject {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  changedAt: Date
}

const region = 'eu-test-1'
const bucket = 'quire-test'
const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'test+secret/key' }

export interface S3Server {
  /** As `storage.s3.*`. */
  settings: Record<string, string>
  objects: Map<string, StoredObject>
  /** Method and name of each request. */
  requests: string[]
  fault: S3Fault
  /** Ends open connections, and refuses new ones until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const state: { fault: S3Fault } = { fault: {} }
  let server: ReturnType<typeof createServer> | undefined
  let port = 0
  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const [, inPath = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const name = rest.join('/')
    requests.push(`${request.method} ${name}`)
    const refused = checkSignature(request, url)
    if (refused) return createError(403, refused)
    if (inPath !== bucket) return createError(404, 'NoSuchBucket')
    const { error, isSilent } = isConcerned(state.fault, request.method, name) ? state.fault : {}
    if (error) return createError(error.status, error.code)
    if (isSilent) await new Promise(() => undefined)
    return name === ''
      ? listObjects(objects, url.searchParams, state.fault)
      : answerObject(objects, name, request, state.fault)
  }
  const start = async () => {
    const listening = Promise.withResolvers<void>()
    server = createServer((incoming, outgoing) => {
      void toRequest(incoming)
        .then(handle)
        .then((response) => write(outgoing, response, incoming.method === 'GET' ? state.fault : {}))
    })
    server.listen(port, '127.0.0.1', () => listening.resolve())
    await listening.promise
    port = (server.address() as AddressInfo).port
  }
  await start()
  return {
    settings: {
      'storage.s3.endpoint': `http://127.0.0.1:${port}`,
      'storage.s3.region': region,
      'storage.s3.bucket': bucket,
      'storage.s3.access_key_id': credentials.accessKeyId,
      'storage.s3.secret_access_key': credentials.secretAccessKey,
    },
    objects,
    requests,
    get fault() {
      return state.fault
    },
    set fault(fault) {
      state.fault = fault
    },
    stop: async () => {
      const closed = Promise.withResolvers<void>()
      server!.close(() => closed.resolve())
      server!.closeAllConnections()
      await closed.promise
    },
    start,
  }
}

const isConcerned = (fault: S3Fault, method: string, name: string) =>
  (fault.method === undefined || fault.method === method) &&
  (fault.name === undefined || fault.name.test(name))

async function answerObject(
  objects: Map<string, StoredObject>,
  name: string,
  request: Request,
  { refusesConditions }: S3Fault,
): Promise<Response> {
  if (request.method === 'PUT') {
    const isExpectedNew = request.headers.get('if-none-match') === '*'
    if (isExpectedNew && refusesConditions) return createError(501, 'NotImplemented')
    if (isExpectedNew && objects.has(name)) return createError(412, 'PreconditionFailed')
    return putObject(objects, name, new Uint8Array(await request.arrayBuffer()))
  }
  if (request.method === 'DELETE') {
    objects.delete(name)
    return new Response(null, { status: 204 })
  }
  const found = objects.get(name)
  return found ? sendObject(request, found) : createError(404, 'NoSuchKey')
}

/** Signs the request again. Returns the error code if the signature is another. */
function checkSignature({ method, headers }: Request, url: URL): string | undefined {
  const path = url.pathname + url.search
  const host = headers.get('host')!
  const options = { method, service: 's3', region, doNotModifyHeaders: true }
  const given = url.searchParams.get('X-Amz-Signature')
  if (given !== null) {
    const withoutSignature = path.replace(/[?&]X-Amz-Signature=[^&]*/, '')
    const again = { ...options, signQuery: true, path: withoutSignature, headers: { Host: host } }
    const signed = new URL(aws4.sign(again, credentials).path!, url)
    return compare(signed.searchParams.get('X-Amz-Signature'), given)
  }
  const authorization = headers.get('authorization')
  const names = /SignedHeaders=([^,]+)/.exec(authorization ?? '')?.[1]?.split(';')
  if (authorization === null || names === undefined) return 'AccessDenied'
  const signedHeaders = Object.fromEntries(names.map((name) => [name, headers.get(name)!]))
  const signer = new aws4.RequestSigner({ ...options, path, headers: signedHeaders }, credentials)
  const signature = (text: string) => /Signature=(\w+)/.exec(text)?.[1] ?? ''
  const signed = signer.sign().headers as Record<string, string>
  const expected = signed['Authorization'] ?? signer.authHeader()
  return compare(signature(expected), signature(authorization))
}

const compare = (expected: string | null, given: string) =>
  expected === given ? undefined : 'SignatureDoesNotMatch'

function putObject(objects: Map<string, StoredObject>, name: string, bytes: StoredObject['bytes']) {
  const etag = `"${new Bun.CryptoHasher('md5').update(bytes).digest('hex')}"`
  objects.set(name, { bytes, etag, changedAt: new Date() })
  return new Response(null, { headers: { etag } })
}

function sendObject({ method }: Request, { bytes, etag, changedAt }: StoredObject): Response {
  const headers = {
    etag,
    'content-length': String(bytes.length),
    'last-modified': changedAt.toUTCString(),
    'content-type': 'binary/octet-stream',
  }
  return new Response(method === 'HEAD' ? null : bytes, { headers })
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const { method = 'GET', url = '/', headers } = incoming
  const hasBody = method === 'PUT'
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody && { body: Buffer.concat(parts) }),
  })
}

async function write(outgoing: ServerResponse, response: Response, fault: S3Fault) {
  const bytes = await response.bytes()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  const { isCut, stalls, pauseMs } = fault
  if (!isCut && !stalls && pauseMs === undefined) return outgoing.end(bytes)
  const half = Math.floor(bytes.length / 2)
  outgoing.write(bytes.slice(0, half))
  if (pauseMs !== undefined) setTimeout(() => outgoing.end(bytes.slice(half)), pauseMs)
  // What was written must arrive before the connection is closed.
  if (isCut) setTimeout(() => outgoing.destroy(), 50)
  return undefined
}

function listObjects(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  { ignoresStartAfter }: S3Fault,
): Response {
  const prefix = query.get('prefix') ?? ''
  const after = ignoresStartAfter ? '' : (query.get('start-after') ?? '')
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000)
  const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const all = [...objects.keys()]
    .filter((name) => name.startsWith(prefix) && (after === '' || compareBytes(name, after) > 0))
    .toSorted(compareBytes)
  const contents = all.slice(0, most).map((name) => {
    const { bytes, changedAt, etag } = objects.get(name)!
    return `<Contents><Key>${escapeXml(name)}</Key><LastModified>${changedAt.toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${all.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`
  return new Response(xml, { headers: { 'content-type': 'application/xml' } })
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const createError = (status: number, code: string) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>test</Message></Error>`,
    { status, headers: { 'content-type': 'application/xml' } },
  )
