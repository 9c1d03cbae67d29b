/**
 * Answers HEAD for a response whose length is not known before it is sent. An empty body without
 * this header would be announced as `Content-Length: 0`, so that clients take the file for empty.
 */
export function describeStream(given: Headers | Record<string, string>): Response {
  const headers = new Headers(given)
  headers.set('transfer-encoding', 'chunked')
  return new Response(null, { headers })
}
