/** What stands at the root until the interface for reading does. */
import { plainPage } from './plain-page'

const content = `<h1>Quire is running</h1>
<p>The interface for reading in the browser is being built. Until then Quire is used through its API.</p>
<p><a href="docs">What the API can do</a></p>
<p><small>Not set up yet? Open the link that Quire printed when it started.</small></p>`

export const startPage = plainPage({ title: 'Quire', content })
