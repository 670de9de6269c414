package document

/*
// The runtime is part of the tree-sitter binding, whose headers are out of reach from here: the few functions that are
// used are declared anew, with the layouts of its API version. They are weak, since the object file of this package alone
// does not have them; TestRuntime checks that the program does.
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct TSTree TSTree;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
#define RUNTIME __attribute__((weak)) extern
RUNTIME TSNode ts_tree_root_node(const TSTree *);
RUNTIME TSTreeCursor ts_tree_cursor_new(TSNode);
RUNTIME void ts_tree_cursor_delete(TSTreeCursor *);
RUNTIME TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
RUNTIME bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
RUNTIME bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
RUNTIME bool ts_tree_cursor_goto_parent(TSTreeCursor *);
RUNTIME uint16_t ts_node_symbol(TSNode);
RUNTIME uint32_t ts_node_start_byte(TSNode);
RUNTIME uint32_t ts_node_end_byte(TSNode);
RUNTIME bool ts_node_is_named(TSNode);
RUNTIME bool ts_node_is_missing(TSNode);
RUNTIME bool ts_node_is_extra(TSNode);

typedef struct { uint32_t start, end, next; uint16_t symbol, flags; } FlatNode;

static bool runtimeLinked(void) {
  return ts_tree_root_node && ts_tree_cursor_new && ts_tree_cursor_delete && ts_tree_cursor_current_node &&
         ts_tree_cursor_goto_first_child && ts_tree_cursor_goto_next_sibling && ts_tree_cursor_goto_parent &&
         ts_node_symbol && ts_node_start_byte && ts_node_end_byte && ts_node_is_named && ts_node_is_missing &&
         ts_node_is_extra;
}

// flatten lists a tree's nodes, parents first; NULL when memory is short. The caller frees the list.
static FlatNode *flatten(const TSTree *tree, uint32_t *count) {
  uint32_t cap = 4096, n = 0, depths = 256, depth = 0;
  FlatNode *nodes = malloc(cap * sizeof *nodes);
  uint32_t *open = malloc(depths * sizeof *open);
  TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
  bool done = !nodes || !open;
  while (!done) {
    TSNode x = ts_tree_cursor_current_node(&c);
    if (n == cap) {
      void *more = realloc(nodes, (size_t)cap * 2 * sizeof *nodes);
      if (!more) { n = 0; break; }
      nodes = more;
      cap *= 2;
    }
    if (depth + 1 == depths) {
      void *more = realloc(open, (size_t)depths * 2 * sizeof *open);
      if (!more) { n = 0; break; }
      open = more;
      depths *= 2;
    }
    nodes[n].start = ts_node_start_byte(x);
    nodes[n].end = ts_node_end_byte(x);
    nodes[n].symbol = ts_node_symbol(x);
    nodes[n].flags = (ts_node_is_named(x) ? 1 : 0) | (ts_node_is_missing(x) ? 2 : 0) | (ts_node_is_extra(x) ? 4 : 0);
    open[depth] = n++;
    if (ts_tree_cursor_goto_first_child(&c)) { depth++; continue; }
    for (;;) {
      nodes[open[depth]].next = n;
      if (ts_tree_cursor_goto_next_sibling(&c)) break;
      if (depth == 0 || !ts_tree_cursor_goto_parent(&c)) { done = true; break; }
      depth--;
    }
  }
  ts_tree_cursor_delete(&c);
  free(open);
  *count = n;
  if (n == 0) { free(nodes); return NULL; }
  return nodes;
}
*/
import "C"

import (
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// node is one node of a flattened tree. Nodes stand in the order of the text, parents first.
type node struct {
	start, end uint32
	next       uint32 // the index after the node's subtree
	symbol     uint16
	flags      uint16
}

const (
	flagNamed   = 1
	flagMissing = 2
	flagExtra   = 4
)

// flatten lists a tree's nodes in one call into C: walking the tree through the binding takes as long as parsing it.
func flatten(tree *sitter.Tree) []node {
	base := *(*unsafe.Pointer)(unsafe.Pointer(tree)) // *sitter.BaseTree, the first field
	cTree := *(*unsafe.Pointer)(base)                // its *C.TSTree, the first field
	var n C.uint32_t
	p := C.flatten((*C.TSTree)(cTree), &n)
	if p == nil {
		return nil
	}
	defer C.free(unsafe.Pointer(p))
	return append([]node(nil), unsafe.Slice((*node)(unsafe.Pointer(p)), int(n))...)
}

func runtimeLinked() bool { return bool(C.runtimeLinked()) }
