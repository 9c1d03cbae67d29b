/** Builds emails in plain text and HTML. Pure. */
import { escapeXml } from '../../../platform/lib/text/escape-xml'
import { renderMessage } from '../../../platform/messages/message'
import { mailTexts } from '../messages'
import type { Mail } from './mail'
import type { Notification } from './requests'

/**
 * `settings` is the URL of the page with the user's channels, or null if the server has no public
 * URL.
 */
export function buildNewsMail(
  { title, lines, link, news }: Notification,
  settings: string | null,
): Mail {
  const footer = renderMessage(mailTexts.footer())
  // The lines are the first news items, possibly followed by the number of further items.
  const entries = lines.map((line, at) => ({ line, link: news[at]?.link ?? link }))
  const items = entries.map((entry) => `<li>${buildLink(entry)}</li>`)
  return {
    subject: lines.length === 1 ? lines[0]! : title,
    text: joinParts([
      lines.map((line) => `- ${line}`).join('\n'),
      link,
      ['-- ', footer, settings].filter((part) => part !== null).join('\n'),
    ]),
    html: buildPage([
      `<p>${escapeXml(title)}</p>`,
      `<ul>${items.join('')}</ul>`,
      `<p><small>${buildLink({ line: footer, link: settings })}</small></p>`,
    ]),
  }
}

/** Adds no text that the user could choose: the address may belong to someone else. */
export function buildCodeMail(code: string, server: string | null): Mail {
  const explanation = renderMessage(mailTexts.code({ code }))
  const warning = renderMessage(mailTexts.code_unwanted())
  return {
    subject: renderMessage(mailTexts.code_subject()),
    text: joinParts([explanation, warning, server]),
    html: buildPage(
      [explanation, warning, ...(server ? [server] : [])].map(
        (part) => `<p>${escapeXml(part)}</p>`,
      ),
    ),
  }
}

const joinParts = (parts: readonly (string | null)[]) =>
  `${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`

const buildPage = (parts: readonly string[]) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><body>${parts.join('')}</body></html>`

const buildLink = ({ line, link }: { line: string; link: string | null }) =>
  link === null ? escapeXml(line) : `<a href="${escapeXml(link)}">${escapeXml(line)}</a>`
