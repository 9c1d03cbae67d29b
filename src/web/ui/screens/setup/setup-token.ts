/**
 * The setup token. It must not stay in the address bar or the history. If this tab is reloaded, the
 * token is read from session storage.
 */
let token: string | undefined
const storageKey = 'quire-setup'

export function takeToken(): string | undefined {
  const given = parseToken(location.hash)
  if (given) {
    token = given
    remember(given)
    history.replaceState(history.state, '', location.pathname)
  }
  return token ?? parseToken(remembered())
}

function remember(given: string) {
  try {
    sessionStorage.setItem(storageKey, given)
  } catch {
    // Storage is blocked, so the user needs the link again after a reload.
  }
}

function remembered(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** Removes the token, which can be used only once. */
export function forgetToken() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Blocked storage cannot contain a token.
  }
}

/** Accepts a whole link, its fragment, or the token from a log. */
export function parseToken(text: string): string | undefined {
  const given = /token=([^\s&]+)/.exec(text)?.[1] ?? text.trim()
  return shapeOfToken.test(given) ? given : undefined
}

const shapeOfToken = /^[\w-]{20,200}$/

// Pasting the link into this tab changes only the fragment and does not reload the page.
addEventListener('hashchange', () => {
  if (location.hash.includes('token=')) location.reload()
})
