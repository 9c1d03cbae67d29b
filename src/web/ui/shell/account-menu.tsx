import { useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../api/client'
import { Menu } from '../components/menu'
import { SettingsIcon, SignOutIcon } from '../components/icons'
import { toast } from '../components/toast'
import { errorWords } from '../api/error-words'
import { changeLanguage, nameOfLanguage, t } from '../i18n/i18n'
import { languages } from '../i18n/languages'
import { sessionEnded, useUser } from '../state/session'
import { useStore } from '../state/store'
import { changeTheme, language, theme, themes } from '../theme/look'
import { themeWords } from '../theme/theme-words'
import styles from './shell.module.css'

export function AccountMenu() {
  const user = useUser()
  const queries = useQueryClient()
  const shown = useStore(theme)
  const spoken = useStore(language)
  if (!user) return null
  const signOut = async () => {
    try {
      await answerOf(api.POST('/api/v1/auth/logout', { body: {} }))
      sessionEnded()
      queries.clear()
    } catch (error) {
      toast(errorWords(error))
    }
  }
  return (
    <Menu
      trigger={
        <button type="button" className={styles.me}>
          <span className={styles.avatar} aria-hidden="true">
            {[...user.username].slice(0, 2).join('').toLocaleUpperCase()}
          </span>
          {user.username}
          <SettingsIcon />
        </button>
      }
      groups={[
        {
          heading: t('Appearance'),
          items: themes.map((each) => ({
            label: themeWords(each),
            checked: each === shown,
            onSelect: () => changeTheme(each),
          })),
        },
        {
          heading: t('Language'),
          items: languages.map((each) => ({
            label: nameOfLanguage(each),
            checked: each === spoken,
            onSelect: () => void changeLanguage(each),
          })),
        },
        { items: [{ label: t('Sign out'), icon: SignOutIcon, onSelect: () => void signOut() }] },
      ]}
    />
  )
}
