"""HTML as lines of text."""

# ruff: noqa: E501 (a table of odd texts is read as a table)
from __future__ import annotations

from server.post.inbound.html import lines_of_html
from server.post.inbound.mail import body, parsed


def read(page: str) -> list[str]:
    return [line for line in lines_of_html(page) if line]


def test_items_of_a_list_keep_their_numbers() -> None:
    assert read("<ol><li>KH centre</li><li>KH blind</li></ol>") == ["1. KH centre", "2. KH blind"]
    assert read("<ol><li><p>KH centre</p></li><li><div><b>KH</b> blind</div></li></ol>") == [
        "1. KH centre",
        "2. KH blind",
    ]
    assert read('<ol start="3"><li>a<li value=7>b<li>c</ol>') == ["3. a", "7. b", "8. c"]
    assert read("<ol reversed start=2><li>a</li><li>b</li></ol>") == ["2. a", "1. b"]
    assert read("<ol><li>a<ul><li>x</li></ul></li><li>b</li></ol><ul><li>y</li></ul>") == ["1. a", "x", "2. b", "y"]


def test_what_is_not_shown_is_no_text() -> None:
    for hidden in (
        "<style>p { color: red }</style>", "<script>KH</script>", "<p style='display:none'>KH</p>", "<!-- KH -->", "<head><title>KH</title>",
        "<img src='data:image/png;base64,S0ggYmxpbmQ='>", "<![if !mso]>", "<?xml KH ?>", "<template>KH</template>", "<o:p></o:p>",
        "<p hidden>KH</p>", "<p style='opacity:0'>KH</p>", "<p style='max-height: 0px'>KH</p>", "<p><s>KH</s></p>", "<p><del>KH</del></p>",
        "<p style='text-decoration-line: line-through'>KH</p>",
        "<span style='font-size:0'>KH</span>",
    ):  # fmt: skip
        assert read(f"{hidden}<body><p>centre</p>") == ["centre"], hidden


def test_cells_are_words_of_their_own_and_what_can_be_seen_is_read() -> None:
    assert [" ".join(line.split()) for line in read("<table><tr><td>KH</td><td>centre</td></tr></table>")] == [
        "KH centre"
    ]
    assert read("<p style='opacity:0.8;max-height:20px'>KH centre</p>") == ["KH centre"]


def test_a_picture_of_any_length_above_the_words_is_no_text() -> None:
    page = f"<p><img src='data:image/png;base64,{'A' * 3_000_000}'></p><p>KH centre</p>"
    assert read(page[:1_900_000] + page[-30:]) == ["KH centre"]
    raw = f"Content-Type: text/html\r\n\r\n<p>KH centre</p>{page}".encode()
    assert body(parsed(raw)).strip() == "KH centre"


def test_quotes_are_marked_to_their_end() -> None:
    assert read("a<blockquote>b<p>c</blockquote>d") == ["a", "> b", "> c", "d"]
    assert read("<div class='gmail_attr'>On Monday</div><p>KH</p>") == ["> On Monday", "KH"]


def test_lines_end_where_they_do_in_text_that_is_set_already() -> None:
    for page in (
        "<pre>KH centre\n\n-- \nAda</pre>",
        "<pre><b>KH centre</b>\r\n-- \r\n<i>Ada</i></pre>",
        "<div style='color: red; White-Space: pre-wrap'>KH centre\n<span>--</span>\nAda</div>",
    ):
        assert read(page) == ["KH centre", "--", "Ada"], page
    assert read("<pre>KH<p style='white-space:normal'>on the\ncentre</p></pre>") == ["KH", "on the centre"]
    assert read("<blockquote><pre>KH\ncentre</pre></blockquote>") == ["> KH", "> centre"]
