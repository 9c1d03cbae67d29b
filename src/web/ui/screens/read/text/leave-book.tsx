/**
 * Asks for confirmation before a link in a book opens a website, because the text of the link may
 * name a different site.
 */
import { Button } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { t } from '../../../i18n/i18n'
import styles from './text.module.css'

interface LeaveBookProps {
  /** An HTTP or HTTPS URL. */
  address: string
  onClose: () => void
}

export function LeaveBook({ address, onClose }: LeaveBookProps) {
  // Unlike the URL as written, `host` contains international names in a form that cannot be
  // spoofed.
  const { host: site, href } = new URL(address)
  const open = () => {
    window.open(href, '_blank', 'noopener,noreferrer')
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" onClick={open}>
        {t('Open website')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('Open {site}?', { site })} actions={actions}>
      <p>{t('This link in the book leads to a website:')}</p>
      <p className={styles.address}>{href}</p>
    </Dialog>
  )
}
