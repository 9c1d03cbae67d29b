/** A client of the Komga API that checks each answer against Komga's document. */
import type { TestServer } from '../../support/server'
import { findKomgaProblems } from './komga-schema'

interface CallOptions {
  as?: string
  body?: unknown
  headers?: Record<string, string>
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of any shape
type KomgaAnswer = { status: number; body: any; headers: Headers; bytes: Uint8Array }

export const createKomgaClient =
  (server: TestServer) =>
  async (
    method: string,
    path: string,
    { as = 'max', body, headers }: CallOptions = {},
  ): Promise<KomgaAnswer> => {
    const isForm = body instanceof FormData
    const response = await server.fetch(`/komga${path}`, {
      method,
      ...(as && { as }),
      headers: {
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    const bytes = await response.bytes()
    const isJson = response.headers.get('content-type')?.includes('json')
    const parsed: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined
    const { status } = response
    const pathname = path.split('?')[0]!
    const problems = findKomgaProblems(method, pathname, { status, body: parsed })
    if (problems.length > 0) throw new Error(`${method} ${path}: ${problems.join('; ')}`)
    return { status, body: parsed, headers: response.headers, bytes }
  }
