/** The secret of the set-up link. It must not stay in the address bar and the history. */
let token: string | undefined

export function takeToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    token = given
    history.replaceState(history.state, '', location.pathname)
  }
  return token
}

// The link pasted into this very tab changes nothing but the fragment.
addEventListener('hashchange', () => {
  if (location.hash.includes('token=')) location.reload()
})
