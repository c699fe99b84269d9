import { clearStorage } from './storage.ts'

/**
 * Deletes all data of Vee in this browser: settings, keys, drafts, recordings, meetings and diaries that were
 * not saved elsewhere, and the offline copy of the app. Databases open in another tab are deleted when that
 * tab is closed. Never rejects.
 */
export async function forgetBrowser(): Promise<void> {
  clearStorage()
  await Promise.allSettled([deleteDatabases(), deleteCaches(), leaveOffline()])
}

async function deleteDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) indexedDB.deleteDatabase(name)
  }
}

async function deleteCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

async function leaveOffline(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
}
