/**
 * Shown if there is no setup token: explains where to find the link, and provides a field for it.
 */
import { useState } from 'react'
import { Button } from '../../components/controls/button'
import { EntryPage, Form, typed } from '../../components/entry/entry-page'
import { Field } from '../../components/controls/field'
import { t } from '../../i18n/i18n'
import styles from './setup.module.css'
import { parseToken } from './setup-token'

export function NoLink({ onToken }: { onToken: (token: string) => void }) {
  const [problem, setProblem] = useState<string>()
  const open = (form: FormData) => {
    const token = parseToken(typed(form, 'link'))
    if (token) onToken(token)
    else
      setProblem(
        t('That’s not the setup link. It should contain “setup#token=” followed by a long code.'),
      )
  }
  return (
    <EntryPage title={t('Set up Quire')}>
      <p>
        {t(
          'No one has an account here yet. To create the first one, open the link that Quire printed when it started. The link keeps anyone else on your network from claiming the server. Where to find the link:',
        )}
      </p>
      <ul className={styles.where}>
        <li>{t('in the terminal window where you started Quire')}</li>
        <li>
          {t('in Docker:')} <code>docker logs quire</code>
        </li>
        <li>
          {t('as a systemd service:')} <code>journalctl -u quire</code>
        </li>
      </ul>
      <p>{t('Can’t find it? Restart Quire: it prints a new link each time it starts.')}</p>
      <Form onSubmit={open}>
        <Field
          label={t('Setup link')}
          name="link"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          placeholder="http://…/setup#token=…"
          problem={problem}
          autoFocus
        />
        <Button variant="primary" type="submit">
          {t('Continue')}
        </Button>
      </Form>
    </EntryPage>
  )
}
