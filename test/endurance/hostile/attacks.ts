/** Malicious requests that every route must handle. */
import { type Ids, buildPath, type Route, buildSample, type Schema } from '../../support/routes'

export interface Attack {
  what: string
  path: string
  init: RequestInit
}

/** Most attacks are only counted. A body of a megabyte is created only when it is sent. */
type MakeAttack = () => Attack

const megabyte = 1024 * 1024
const nested = (open: string, close: string, depth = 10_000) =>
  open.repeat(depth) + close.repeat(depth)

/** Values as JSON text, because some are not JavaScript values. */
const jsonValues: Record<string, string> = {
  null: 'null',
  'minus one': '-1',
  'a huge number': '1e308',
  infinity: '1e999',
  '2 to the power of 31': '2147483648',
  '2 to the power of 53': '9007199254740993',
  '2 to the power of 63': '9223372036854775808',
  'a broken number': '0.1',
  'a tiny number': '-5e-324',
  true: 'true',
  'no text': '""',
  'white space': '"  \\t "',
  NaN: '"NaN"',
  'a NUL character': '"a\\u0000b"',
  'a lone high surrogate': '"a\\ud800b"',
  'a lone low surrogate': '"\\udc00"',
  'text with bidirectional marks': '"\\u202eabc\\u2066"',
  'a line break': '"a\\r\\nx-evil: 1"',
  'a path': '"../../../../etc/passwd"',
  'an encoded path': '"%2e%2e%2f%2e%2e%2fetc%2fpasswd"',
  SQL: '"\' or 1=1; drop table users; --"',
  wildcards: '"%_\\\\*?[a-z"',
  'query operators': '"\\" AND NEAR( * ^ -\'"',
  'a megabyte of text': JSON.stringify('x'.repeat(megabyte)),
  'text with many accents': JSON.stringify(`a${'\u0301'.repeat(5000)}`),
  'an emoji family': '"👨‍👩‍👧‍👦"',
  'a list': '[]',
  'a long list': `[${'1,'.repeat(20_000)}1]`,
  'an object': '{}',
  'a deep list': nested('[', ']'),
  'a deeply nested object': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'the year 275760': '"+275760-09-13T00:00:00Z"',
  'the year -271821': '"-271821-04-20T00:00:00Z"',
  'the year 0': '"0000-01-01T00:00:00Z"',
  'the last moment': '"9999-12-31T23:59:59-23:59"',
  'the 31st of February': '"2026-02-31T00:00:00Z"',
  'a leap second': '"2016-12-31T23:59:60Z"',
  'hour 24': '"2026-01-01T24:00:00Z"',
}

const wholeBodies: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'malformed JSON': '{"a": ',
  'two bodies': '{}{}',
  'an empty body': '',
  'only a space': ' ',
  'a byte order mark': '\ufeff{}',
  'bytes that are not text': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'an oversized body': `{"a":"${'x'.repeat(3 * megabyte)}"}`,
  'members of the prototype': '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}',
  'unknown members': '{"unknown":1,"toString":2,"hasOwnProperty":3}',
  'the same member twice': '{"name":"a","name":1}',
}

const types: Record<string, string | undefined> = {
  'no content type': undefined,
  'a form': 'application/x-www-form-urlencoded',
  'a form with files': 'multipart/form-data; boundary=x',
  'a form without a boundary': 'multipart/form-data',
  'plain text': 'text/plain',
  'a picture': 'image/png',
  bytes: 'application/octet-stream',
  nonsense: '; = / \\ "',
  'a charset': 'application/json; charset=utf-7',
  'a patch': 'application/merge-patch+json',
}

/** Malicious texts, encoded for URLs. */
const words: Record<string, string> = {
  'a path up': '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'a doubly encoded path': '%252e%252e%252f',
  backslashes: '..%5c..%5cwindows',
  'a NUL byte': '%00',
  'broken UTF-8': '%ff%fe',
  'half a percent sign': '%',
  'a broken escape': '%zz',
  'a surrogate': '%ed%a0%80',
  nothing: '%20',
  'a line break': '%0d%0ax-evil:1',
  'a prototype member': '__proto__',
  constructor: 'constructor',
  undefined: 'undefined',
  NaN: 'NaN',
  'minus one': '-1',
  'a huge number': '1e308',
  '2 to the power of 31': '2147483648',
  '2 to the power of 63': '9223372036854775808',
  'fifteen nines': '999999999999999',
  'a fraction': '1.5',
  'arabic digits': '%D9%A1',
  'an id in capitals': '0198C0DE-0000-7000-8000-00000000ABCD',
  'a strange id': '00000000-0000-0000-0000-000000000000',
  'an id with a suffix': '00000000-0000-0000-0000-000000000000%00',
  SQL: '%27%20or%201=1--',
  wildcards: '%25_%5c*',
  operators: '%22%20AND%20NEAR(%20*%20%5e',
  'ten thousand letters': 'x'.repeat(10_000),
  'a list': 'a,,b,%00,',
  'a thousand commas': ','.repeat(1000),
  JSON: '%7b%22a%22:1%7d',
}

const json = { 'content-type': 'application/json' }

export function* attacksOn(route: Route, ids: Ids): Generator<MakeAttack> {
  const path = buildPath(route, ids)
  const { method } = route
  const isRead = method === 'GET' || method === 'HEAD'
  const sample = route.body ? JSON.stringify(buildSample(route.body, ids)) : undefined
  const usual: RequestInit = isRead ? { method } : { method, headers: json, body: sample ?? '{}' }

  yield* onAddress(route, ids, usual)
  yield* onQuery(route, path, usual)
  yield* onHeaders(path, usual)
  if (!isRead) yield* onBody(route, ids, { path, sample: sample ?? '{}' })
}

function* onBody(
  { method, body: schema }: Route,
  ids: Ids,
  { path, sample }: { path: string; sample: string },
): Generator<MakeAttack> {
  const headers = json
  for (const [what, body] of Object.entries(wholeBodies)) {
    yield () => ({ what, path, init: { method, headers, body } })
  }
  for (const [what, body] of Object.entries(jsonValues)) {
    yield () => ({ what: `as a body ${what}`, path, init: { method, headers, body } })
  }
  for (const [what, type] of Object.entries(types)) {
    const typed: Record<string, string> = type ? { 'content-type': type } : {}
    yield () => {
      const body = new TextEncoder().encode(sample)
      return { what: `as a type ${what}`, path, init: { method, headers: typed, body } }
    }
  }
  for (const name of ['file', ...Object.keys(schema?.properties ?? {})]) {
    yield () => ({ what: `as a form with a deep ${name}`, path, init: formWith(method, name) })
  }
  for (const [what, makeBody] of bodiesWith(schema, ids)) {
    yield () => ({ what, path, init: { method, headers, body: makeBody() } })
  }
}

/** Builds a form with deeply nested JSON, because some frameworks parse such fields. */
function formWith(method: string, name: string): RequestInit {
  const body = new FormData()
  body.append(name, nested('[', ']', 100_000))
  return { method, body }
}

function* onAddress(route: Route, ids: Ids, init: RequestInit): Generator<MakeAttack> {
  const parts = route.path.split('/')
  for (const [place, part] of parts.entries()) {
    if (!part.startsWith(':')) continue
    const path = buildPath({ ...route, path: parts.with(place, '\u0001').join('/') }, ids)
    for (const [what, word] of Object.entries(words)) {
      yield () => ({ what: `${part} is ${what}`, path: path.replace('\u0001', word), init })
    }
  }
  const path = buildPath(route, ids)
  yield () => ({ what: 'a trailing slash', path: `${path}/`, init })
  yield () => ({ what: 'doubled slashes', path: path.replaceAll('/', '//'), init })
  yield () => ({
    what: 'an encoded slash',
    path: `/${path.slice(1).replace(/\/(?=[^/]*$)/, '%2f')}`,
    init,
  })
  yield () => ({ what: 'an overlong URL', path: `${path}/${'a/'.repeat(4000)}`, init })
  yield () => ({ what: 'capital letters', path: path.toUpperCase(), init })
}

function* onQuery(route: Route, path: string, init: RequestInit): Generator<MakeAttack> {
  for (const name of Object.keys(route.query?.properties ?? {})) {
    for (const [what, word] of Object.entries(words)) {
      yield () => ({ what: `?${name} is ${what}`, path: `${path}?${name}=${word}`, init })
    }
    yield () => ({ what: `?${name} twice`, path: `${path}?${name}=1&${name}=2`, init })
    yield () => ({ what: `?${name} as a list`, path: `${path}?${name}[]=1&${name}[a]=2`, init })
    yield () => ({ what: `?${name} empty`, path: `${path}?${name}=&${name}`, init })
  }
  yield () => ({ what: 'a very long query', path: `${path}?a=${'x'.repeat(100_000)}`, init })
  yield () => ({ what: 'very many parameters', path: `${path}?${'a=1&'.repeat(20_000)}`, init })
  yield () => ({
    what: 'a broken query',
    path: `${path}?%&=%ff&&==&__proto__=1&constructor=2`,
    init,
  })
  yield () => ({ what: 'the last page', path: `${path}?page=1000000000&pageSize=500`, init })
}

function* onHeaders(path: string, init: RequestInit): Generator<MakeAttack> {
  const headers: Record<string, Record<string, string>> = {
    'a flood of tags': { 'if-none-match': '"a",'.repeat(10_000), 'if-match': '*' },
    'an invalid range': { range: 'bytes=9999999999999999999-,-1,a-b', 'if-range': '"' },
    'a flood of ranges': { range: `bytes=${'0-1,'.repeat(2000)}0-1` },
    'invalid languages and types': { accept: ';q=x,*/*;q=9', 'accept-encoding': ';;' },
    'an old date': { 'if-modified-since': 'Thu, 99 Jan 0000 99:99:99 GMT' },
    'a forged address': { 'x-forwarded-for': `${'1.2.3.4,'.repeat(1000)}::`, forwarded: 'for=_' },
    'a request id with an injection': { 'x-request-id': '"},{"level":60,"msg":"forged' },
    'another event': { 'last-event-id': 'x'.repeat(5000) },
  }
  for (const [what, more] of Object.entries(headers)) {
    yield () => ({
      what,
      path,
      init: { ...init, headers: { ...(init.headers as object), ...more } },
    })
  }
}

/** Yields sample bodies with each field replaced, up to three levels deep. */
function* bodiesWith(schema: Schema | undefined, ids: Ids): Generator<[string, () => string]> {
  if (!schema) return
  const sample = buildSample(schema, ids) as Record<string, unknown>
  for (const [names, whole] of placesOf(sample)) {
    for (const [what, value] of Object.entries(jsonValues)) {
      yield [`${names} is ${what}`, () => whole.replace('"\\u0001"', () => value)]
    }
  }
  for (const member of ['__proto__', 'constructor', 'unknown', 'a\\u0000']) {
    const makeBody = () =>
      JSON.stringify({ ...sample, word: 1 }).replace('"word":1', `"${member}":{"a":1}`)
    yield [`with a member ${member}`, makeBody]
  }
}

/** Yields the name of each field, and the JSON of the whole value with a placeholder for it. */
function* placesOf(value: unknown, names = '', depth = 0): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null || depth > 2) return
  for (const [name, member] of Object.entries(value)) {
    const marked = (inner: unknown) =>
      Array.isArray(value)
        ? JSON.stringify(value.with(Number(name), inner))
        : JSON.stringify({ ...value, [name]: inner })
    const place = `${names}.${name}`
    yield [place, marked('\u0001')]
    for (const [inner, written] of placesOf(member, place, depth + 1)) {
      yield [inner, marked('\u0002').replace('"\\u0002"', () => written)]
    }
  }
}
