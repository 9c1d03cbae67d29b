import { useRouter } from '@tanstack/react-router'
import { PersonFace } from '../components/entry/person-face'
import { Menu } from '../components/menus/menu'
import type { MenuItem } from '../components/menus/menu-item'
import { SettingsIcon, SignOutIcon, UserIcon } from '../components/icons'
import { changeLanguage, formatLanguageName, t } from '../i18n/i18n'
import { languages } from '../i18n/languages'
import { useUser } from '../state/session/session'
import { useSignOut, useSwitchUser } from '../state/session/sign-out'
import { useStore } from '../state/store'
import { changeTheme, language, theme, themes } from '../theme/page-theme'
import { formatTheme } from '../labels/theme-labels'
import styles from './shell.module.css'

export function AccountMenu() {
  const user = useUser()
  const router = useRouter()
  const signOut = useSignOut()
  const switchItems = useSwitchItems()
  const shown = useStore(theme)
  const currentLanguage = useStore(language)
  if (!user) return null
  return (
    <Menu
      trigger={
        <button type="button" className={styles.me}>
          <PersonFace person={user} size={30} />
          <span>{user.username}</span>
          <SettingsIcon />
        </button>
      }
      groups={[
        {
          heading: t('Appearance'),
          items: themes.map((each) => ({
            label: formatTheme(each),
            checked: each === shown,
            onSelect: () => changeTheme(each),
          })),
        },
        {
          heading: t('Language'),
          items: languages.map((each) => ({
            label: formatLanguageName(each),
            checked: each === currentLanguage,
            onSelect: () => void changeLanguage(each),
          })),
        },
        {
          items: [
            {
              label: t('Settings'),
              icon: SettingsIcon,
              onSelect: () => void router.navigate({ to: '/settings' }),
            },
            ...switchItems,
            { label: t('Sign out'), icon: SignOutIcon, onSelect: () => void signOut() },
          ],
        },
      ]}
    />
  )
}

function useSwitchItems(): MenuItem[] {
  const switchUser = useSwitchUser()
  if (!switchUser) return []
  return [{ label: t('Switch user'), icon: UserIcon, onSelect: () => void switchUser() }]
}
