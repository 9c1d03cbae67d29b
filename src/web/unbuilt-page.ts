/** What stands in the place of the interface when nobody has built it: only beside the sources. */
import { plainPage } from './plain-page'

const content = `<h1>Quire is running</h1>
<p>Its interface is not built yet. Start Quire with <code>npm start</code>, or run <code>npm run ui</code> once and start it again.</p>
<p><a href="docs">What the API can do</a></p>`

export const unbuiltPage = plainPage({ title: 'Quire', content })
