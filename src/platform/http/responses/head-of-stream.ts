/**
 * Answers HEAD for a response whose length is not known before it is sent. An empty body without
 * this header would be announced as `Content-Length: 0`, so that clients take the file for empty.
 */
export const describeStream = (headers: Record<string, string>): Response =>
  new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })
