/** A server that answers as BookLore does, as far as its source tells. */
export interface BookloreAnswers {
  user?: unknown
  libraries?: unknown
  books?: unknown
  /** Answers instead, if it returns something. */
  answer?: (path: string) => Response | undefined
}

export function startBooklore(given: () => BookloreAnswers) {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(`${request.method} ${pathname}`)
      const { user, libraries, books, answer } = given()
      const special = answer?.(pathname)
      if (special) return special
      if (pathname === '/lore/api/v1/auth/login') {
        const body = (await request.json()) as { username?: string; password?: string }
        const isRight = body.username === 'kim' && body.password === 'secret'
        return isRight
          ? Response.json({ accessToken: 'token-1', refreshToken: 'other' })
          : Response.json({ message: 'no' }, { status: 401 })
      }
      if (request.headers.get('authorization') !== 'Bearer token-1') {
        return new Response('', { status: 401 })
      }
      if (pathname === '/lore/api/v1/users/me') return Response.json(user)
      if (pathname === '/lore/api/v1/libraries') return Response.json(libraries)
      if (pathname === '/lore/api/v1/books') return Response.json(books)
      return new Response('', { status: 404 })
    },
  })
  return { address: `http://127.0.0.1:${server.port}/lore/`, asked, stop: () => server.stop(true) }
}
