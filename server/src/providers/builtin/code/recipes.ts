/**
 * A frequently requested task, solved in two languages. Each program runs unchanged and prints its result.
 */
export interface Recipe {
  readonly javascript: string
  readonly python: string
}

export const RECIPES = {
  reverseList: {
    javascript: `const list = [1, 2, 3]
const reversed = list.toReversed() // list itself stays as it is
console.log(reversed)`,
    python: `items = [1, 2, 3]
reversed_items = items[::-1]  # items itself stays as it is
print(reversed_items)`,
  },
  palindrome: {
    javascript: `/** Case, spaces and punctuation do not count. */
function isPalindrome(text) {
  const signs = [...text.toLowerCase()].filter((sign) => /[\\p{L}\\p{N}]/u.test(sign))
  return signs.every((sign, index) => sign === signs[signs.length - 1 - index])
}

console.log(isPalindrome('A man, a plan, a canal: Panama'))`,
    python: `def is_palindrome(text: str) -> bool:
    """Case, spaces and punctuation do not count."""
    signs = [sign for sign in text.lower() if sign.isalnum()]
    return signs == signs[::-1]


print(is_palindrome("A man, a plan, a canal: Panama"))`,
  },
  countWords: {
    javascript: `function countWords(text) {
  const counts = new Map()
  for (const word of text.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

console.log(countWords('the cat and the hat'))`,
    python: `import re
from collections import Counter


def count_words(text: str) -> list[tuple[str, int]]:
    return Counter(re.findall(r"\\w+", text.lower())).most_common()


print(count_words("the cat and the hat"))`,
  },
  removeDuplicates: {
    javascript: `const list = [3, 1, 3, 2, 1]
console.log([...new Set(list)]) // the first of each stays in its place`,
    python: `items = [3, 1, 3, 2, 1]
print(list(dict.fromkeys(items)))  # the first of each stays in its place`,
  },
  sortBy: {
    javascript: `const people = [{ name: 'Ann', age: 31 }, { name: 'Bob', age: 24 }]
console.log(people.toSorted((a, b) => a.age - b.age))
console.log(people.toSorted((a, b) => b.name.localeCompare(a.name)))`,
    python: `people = [{"name": "Ann", "age": 31}, {"name": "Bob", "age": 24}]
print(sorted(people, key=lambda person: person["age"]))
print(sorted(people, key=lambda person: person["name"], reverse=True))`,
  },
  binarySearch: {
    javascript: `/** Place of the wanted value in a sorted list, or -1. */
function binarySearch(sorted, wanted) {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (sorted[middle] === wanted) return middle
    if (sorted[middle] < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

console.log(binarySearch([1, 3, 5, 7], 5), binarySearch([], 5))`,
    python: `from bisect import bisect_left


def binary_search(ordered: list, wanted) -> int:
    """Place of the wanted value in a sorted list, or -1."""
    place = bisect_left(ordered, wanted)
    return place if place < len(ordered) and ordered[place] == wanted else -1


print(binary_search([1, 3, 5, 7], 5), binary_search([], 5))`,
  },
  fibonacci: {
    javascript: `function* fibonacci() {
  let [a, b] = [0n, 1n]
  while (true) {
    yield a
    ;[a, b] = [b, a + b]
  }
}

const numbers = fibonacci()
console.log(Array.from({ length: 10 }, () => String(numbers.next().value)))`,
    python: `from itertools import islice


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


print(list(islice(fibonacci(), 10)))`,
  },
  prime: {
    javascript: `function isPrime(number) {
  if (number < 2) return false
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
    if (number % divisor === 0) return false
  }
  return true
}

console.log([1, 2, 9, 97].map(isPrime))`,
    python: `from math import isqrt


def is_prime(number: int) -> bool:
    return number >= 2 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


print([is_prime(number) for number in (1, 2, 9, 97)])`,
  },
  fizzBuzz: {
    javascript: `for (let number = 1; number <= 15; number += 1) {
  const words = (number % 3 === 0 ? 'Fizz' : '') + (number % 5 === 0 ? 'Buzz' : '')
  console.log(words || number)
}`,
    python: `for number in range(1, 16):
    words = "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0)
    print(words or number)`,
  },
  factorial: {
    javascript: `function factorial(number) {
  let product = 1n // a BigInt stays exact however large it becomes
  for (let factor = 2n; factor <= BigInt(number); factor += 1n) product *= factor
  return product
}

console.log(String(factorial(20)))`,
    python: `from math import factorial

print(factorial(20))`,
  },
  groupBy: {
    javascript: `const words = ['apple', 'avocado', 'banana']
const byLetter = Object.groupBy(words, (word) => word[0])
console.log(byLetter)`,
    python: `from collections import defaultdict

words = ["apple", "avocado", "banana"]
by_letter = defaultdict(list)
for word in words:
    by_letter[word[0]].append(word)
print(dict(by_letter))`,
  },
  flatten: {
    javascript: `const nested = [1, [2, [3, [4]]]]
console.log(nested.flat(Infinity))`,
    python: `def flatten(nested):
    for item in nested:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, [2, [3, [4]]]])))`,
  },
  anagram: {
    javascript: `const lettersOf = (text) => [...text.toLowerCase()].filter((sign) => /\\p{L}/u.test(sign)).sort().join('')
const areAnagrams = (a, b) => lettersOf(a) === lettersOf(b)

console.log(areAnagrams('Dormitory', 'dirty room'))`,
    python: `from collections import Counter


def letters_of(text: str) -> Counter:
    return Counter(sign for sign in text.lower() if sign.isalpha())


print(letters_of("Dormitory") == letters_of("dirty room"))`,
  },
} as const satisfies Readonly<Record<string, Recipe>>

export type RecipeId = keyof typeof RECIPES
export const RECIPE_IDS = Object.keys(RECIPES) as readonly RecipeId[]
