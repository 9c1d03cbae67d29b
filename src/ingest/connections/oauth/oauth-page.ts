import type { Context } from '../../../context'
import { renderPlainPage } from '../../../platform/http/responses/plain-page'

const settingsPath = '/settings/reading-sync'

/**
 * Renders the page shown after a sign-in at a service. On success, it redirects to Quire.
 */
export function renderOauthPage(
  { config }: Pick<Context, 'config'>,
  { status, text }: { status: number; text: string },
) {
  const isDone = status === 200
  const { public_url: publicUrl, base_path: basePath } = config.server
  const target = `${publicUrl?.replace(/\/+$/, '') ?? basePath}${settingsPath}`
  const page = renderPlainPage({
    title: 'Quire',
    content: `<h1>${isDone ? 'Connected' : 'Not connected'}</h1>
<p${isDone ? '' : ' role="alert"'}>${Bun.escapeHTML(text)}</p>
<p><a href="${Bun.escapeHTML(target)}">Back to Quire</a></p>`,
  })
  const headers = { ...page.headers, ...(isDone && { refresh: `0; url=${target}` }) }
  return { html: page.html, status, headers }
}
