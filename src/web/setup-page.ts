/** The page behind the set-up link: makes the first administrator. */
import { plainPage } from './plain-page'

const script = `
const $ = (id) => document.getElementById(id)
const token = new URLSearchParams(location.hash.slice(1)).get('token')
// The token is a secret: it must not stay in the address bar and the history.
if (token) history.replaceState(null, '', location.pathname)
// The link pasted into this very tab changes nothing but the fragment.
addEventListener('hashchange', () => location.reload())

function show(id) {
  for (const section of ['form', 'done', 'closed', 'link']) $(section).hidden = section !== id
}

function say(problem) {
  $('problem').textContent = problem
  $('problem').hidden = !problem
}

async function begin() {
  const response = await fetch('api/v1/setup/status')
  const status = await response.json()
  if (!status.setupRequired) return show('closed')
  show(token ? 'form' : 'link')
  if (token) $('username').focus()
}

const names = { username: 'The user name', email: 'The e-mail address', password: 'The password', token: 'The link' }

async function send() {
  const body = { token, username: $('username').value, email: $('email').value, password: $('password').value }
  const response = await fetch('api/v1/setup/initialize', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (response.ok) return show('done')
  const details = (answer.details || []).map(({ path, message }) => (names[path] || path) + ' ' + message + '.')
  say(details.join(' ') || answer.message)
}

$('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  if ($('password').value !== $('again').value) return say('The two passwords are not the same.')
  say('')
  $('send').disabled = true
  try {
    await send()
  } catch {
    say('The server does not answer. Is it still running?')
  }
  $('send').disabled = false
})

begin().catch(() => say('The server does not answer. Is it still running?'))
`

const content = `<h1>Set up Quire</h1>
<noscript><p>This page needs JavaScript. You can also run <code>quire user create NAME EMAIL --role admin</code> on the server.</p></noscript>
<form id="form" method="post" hidden>
<p>Make the account of the administrator. More people can be added afterwards.</p>
<label for="username">User name</label>
<input id="username" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="64">
<label for="email">E-mail address</label>
<input id="email" type="email" autocomplete="email" required maxlength="254">
<small>Another way to sign in. Quire sends no e-mail.</small>
<label for="password">Password</label>
<input id="password" type="password" autocomplete="new-password" required minlength="8" maxlength="1000">
<small>At least 8 characters.</small>
<label for="again">Password once more</label>
<input id="again" type="password" autocomplete="new-password" required minlength="8" maxlength="1000">
<button id="send">Make the account</button>
</form>
<section id="done" hidden>
<p>Quire is set up, and you are signed in.</p>
<p><a href="./">Go on to Quire</a></p>
</section>
<section id="closed" hidden>
<p>Quire is set up already.</p>
<p><a href="./">Go to Quire</a></p>
</section>
<section id="link" hidden>
<p>This page needs the whole link that Quire printed when it started. If you cannot find it, start Quire again: each start prints a new one.</p>
</section>
<p id="problem" role="alert" hidden></p>`

export const setupPage = plainPage({ title: 'Set up Quire', content, script })
