/** The secret of the set-up link. It must not stay in the address bar and the history. */
let token: string | undefined

export function takeToken(): string | undefined {
  const given = parseToken(location.hash)
  if (given) {
    token = given
    history.replaceState(history.state, '', location.pathname)
  }
  return token
}

/** Of a whole link, of its end, or the secret alone as people copy it out of a log. */
export function parseToken(text: string): string | undefined {
  const given = /token=([^\s&]+)/.exec(text)?.[1] ?? text.trim()
  return shapeOfToken.test(given) ? given : undefined
}

const shapeOfToken = /^[\w-]{20,200}$/

// The link pasted into this very tab changes nothing but the fragment.
addEventListener('hashchange', () => {
  if (location.hash.includes('token=')) location.reload()
})
