package small

// Table maps keys to values, in the order in which they came. Most tables are small: few entries are looked through one by one.
type Table[K comparable, V any] struct {
	Entries []Entry[K, V]
	first   [1]Entry[K, V] // where Entries begin
	index   map[K]V        // of all entries, where they are many
}

// Entry is a key with its value.
type Entry[K comparable, V any] struct {
	Key   K
	Value V
}

// inTable is up to how many entries a table is looked through one by one.
const inTable = 12

// Get is the value of a key, the zero value where it has none.
func (t *Table[K, V]) Get(key K) (v V) {
	if t.index != nil {
		return t.index[key]
	}
	for i := range t.Entries {
		if t.Entries[i].Key == key {
			return t.Entries[i].Value
		}
	}
	return v
}

// Put enters a key that is not there yet.
func (t *Table[K, V]) Put(key K, v V) {
	if t.Entries == nil {
		t.Entries = t.first[:0]
	}
	t.Entries = append(t.Entries, Entry[K, V]{key, v})
	switch {
	case t.index != nil:
		t.index[key] = v
	case len(t.Entries) > inTable:
		t.index = make(map[K]V, 2*len(t.Entries))
		for _, e := range t.Entries {
			t.index[e.Key] = e.Value
		}
	}
}
