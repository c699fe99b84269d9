import { expect, it } from 'vitest'
import { findProofIn } from './prove.ts'

const isProven = (text: string, statement: string, about = '') =>
  findProofIn(text, about)(statement) !== undefined

const COMPANY =
  'In 2019 the company sold 14,200 bicycles. In 2021 it sold 9,800, because two factories were closed. The founder Anna Lindqvist left the board in 2022. Her successor is Peter Okafor, an engineer.'
const DIET =
  'Green tea contains 30 milligrams of caffeine per cup, and it does not raise blood pressure. The study lasted 12 weeks; nobody was paid.'
const HAFEN =
  'Der Hafen wurde 1903 eröffnet. 1911 kamen drei Kräne hinzu. Er darf nicht von Schiffen über 90 Meter angelaufen werden.'
const FERRY =
  'Le ferry part à 9 heures et arrive 40 minutes plus tard. Il ne prend pas de voitures en hiver. Le capitaine Luc Morel le conduit depuis 2015.'

it.each([
  [COMPANY, 'The company sold 14,200 bicycles in 2019.'],
  [COMPANY, 'It sold 9,800 bicycles in 2021, after the closure of two factories.'],
  [COMPANY, 'Anna Lindqvist, the founder, left the board in 2022.'],
  [COMPANY, 'Peter Okafor, an engineer, is her successor.'],
  [DIET, 'A cup of green tea contains 30 milligrams of caffeine.'],
  [DIET, 'Green tea does not raise blood pressure.'],
  [DIET, 'The study lasted twelve weeks.'],
  [HAFEN, 'Der Hafen wurde 1903 eröffnet, und 1911 kamen 3 Kräne hinzu.'],
  [HAFEN, 'Schiffe über 90 Meter dürfen den Hafen nicht anlaufen.'],
  [FERRY, 'Le ferry part à 9 heures et arrive après 40 minutes.'],
  [FERRY, 'En hiver il ne prend pas de voitures.'],
  [FERRY, 'Luc Morel, le capitaine, le conduit depuis 2015.'],
])('in %j stands %j', (text, statement) => expect(isProven(text, statement)).toBe(true))

it.each([
  // another year
  [COMPANY, 'The company sold 9,800 bicycles in 2019.'],
  [COMPANY, 'The founder left the board in 2021.'],
  // another person
  [COMPANY, 'Peter Okafor left the board in 2022.'],
  // another number, in words
  [COMPANY, 'It sold 9,800 bicycles in 2021, because four factories were closed.'],
  // a negation
  [DIET, 'Green tea does raise blood pressure.'],
  [DIET, 'Green tea does not contain caffeine.'],
  [HAFEN, 'Der Hafen darf von Schiffen über 90 Meter angelaufen werden.'],
  [FERRY, 'Le ferry prend des voitures en hiver.'],
  // another unit
  [DIET, 'The study lasted 12 months.'],
  [HAFEN, '1903 kamen drei Kräne hinzu.'],
  [FERRY, 'Le ferry arrive 40 heures plus tard.'],
  [FERRY, 'Jean Dupont le conduit depuis 2015.'],
])('in %j does not stand %j', (text, statement) => expect(isProven(text, statement)).toBe(false))
