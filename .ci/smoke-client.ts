/** A signed-in client for the smoke test. */
export type Api = {
  fetch: (path: string) => Promise<Response>
  get: <Body>(path: string) => Promise<Body>
  post: <Body>(path: string, body: unknown, status: number) => Promise<Body>
}

export async function openApi(
  base: string,
  { username, password }: { username: string; password: string },
): Promise<Api> {
  const login = await send(`${base}/api/v1/auth/login`, { username, password })
  const { accessToken } = await read<{ accessToken: string }>(login, 200)
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    fetch: (path) => fetch(base + path, { headers }),
    get: async (path) => read(await fetch(base + path, { headers }), 200),
    post: async (path, body, status) => read(await send(base + path, body, headers), status),
  }
}

/** Repeats a request until it returns a result. Throws after the time limit. */
export async function eventually<Answer>(
  what: string,
  withinMs: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMs} ms`)
    await Bun.sleep(50)
  }
}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function send(url: string, body: unknown, headers: Record<string, string> = {}) {
  if (body === undefined) return fetch(url, { method: 'POST', headers })
  const json = { ...headers, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

async function read<Body>(answer: Response, status: number): Promise<Body> {
  const text = await answer.text()
  expect(answer.status === status, `${answer.url}: ${answer.status} ${text.slice(0, 500)}`)
  return JSON.parse(text) as Body
}
