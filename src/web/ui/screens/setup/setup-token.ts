/** The setup token. It must not stay in the address bar or history. */
let token: string | undefined

export function takeToken(): string | undefined {
  const given = parseToken(location.hash)
  if (given) {
    token = given
    history.replaceState(history.state, '', location.pathname)
  }
  return token
}

/** Accepts a full link, its fragment, or the token from a log. */
export function parseToken(text: string): string | undefined {
  const given = /token=([^\s&]+)/.exec(text)?.[1] ?? text.trim()
  return shapeOfToken.test(given) ? given : undefined
}

const shapeOfToken = /^[\w-]{20,200}$/

// Pasting the link into this tab changes only the fragment, without a reload.
addEventListener('hashchange', () => {
  if (location.hash.includes('token=')) location.reload()
})
